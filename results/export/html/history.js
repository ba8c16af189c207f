// Puts an interactive chart in the place of each drawing of the history page. Without it, or where
// it fails, the drawings stay.
(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("history-data").textContent);
  var plots = [];

  // Three significant digits and a unit, as the tables have them.
  function human(value, unit) {
    var units = unit === "ns" ? ["ns", "us", "ms", "s"] : ["", "k", "M", "G"];
    var at = 0;
    while (at + 1 < units.length && Math.abs(value) >= 999.5) {
      value /= 1000;
      at += 1;
    }
    var size = Math.abs(value);
    var digits = size >= 99.95 || value === 0 ? 0 : size >= 9.995 ? 1 : 2;
    return (value.toFixed(digits) + " " + units[at]).trim();
  }

  // As many digits as tell neighbours apart, all in the unit of the largest.
  function tickLabels(ticks, unit) {
    var units = unit === "ns" ? ["ns", "us", "ms", "s"] : ["", "k", "M", "G"];
    var largest = Math.max.apply(null, ticks);
    var at = 0;
    var factor = 1;
    while (at + 1 < units.length && largest >= 1000 * factor) {
      factor *= 1000;
      at += 1;
    }
    var step = ticks.length > 1 ? (ticks[1] - ticks[0]) / factor : 1;
    var digits = Math.min(Math.max(Math.ceil(-Math.log10(step) - 1e-6), 0), 9);
    return ticks.map(function (value) {
      return ((value / factor).toFixed(digits) + " " + units[at]).trim();
    });
  }

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  function drawSteps(series) {
    return function (plot) {
      var context = plot.ctx;
      context.save();
      context.strokeStyle = context.fillStyle = colour("--ink");
      context.lineWidth = devicePixelRatio;
      context.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
      context.font = 12 * devicePixelRatio + "px system-ui, sans-serif";
      context.textAlign = "center";
      var freeFrom = -Infinity;
      series.steps.forEach(function (step) {
        var x = plot.valToPos(data.times[series.nights[step.at]], "x", true);
        if (!(x >= plot.bbox.left) || x > plot.bbox.left + plot.bbox.width) return;
        context.beginPath();
        context.moveTo(x, plot.bbox.top);
        context.lineTo(x, plot.bbox.top + plot.bbox.height);
        context.stroke();
        var half = context.measureText(step.label).width / 2 + 4;
        var centre = Math.min(x, plot.bbox.left + plot.bbox.width - half);
        if (centre - half >= freeFrom) {
          context.fillText(step.label, centre, plot.bbox.top - 5 * devicePixelRatio);
          freeFrom = centre + half;
        }
      });
      context.restore();
    };
  }

  // Around the values as the drawing has it: from 0 where they fill most of that anyway.
  function rangeOf(plot, least, most) {
    if (least === null) return [0, 1];
    var range = Math.max(most - least, 0.02 * most) || 1;
    var margin = Math.max(range - (most - least), 0.3 * range) / 2;
    return least - margin > most / 2 ? [least - margin, most + margin] : [0, most * 1.04 || 1];
  }

  // The night under the pointer, or the newest.
  function chosen(series, index) {
    return index === null || index === undefined ? series.nights.length - 1 : index;
  }

  function optionsFor(series, width) {
    var axis = { stroke: colour("--soft"), grid: { stroke: colour("--rule"), width: 1 },
                 ticks: { stroke: colour("--rule"), width: 1 } };
    return {
      width: width,
      height: 230,
      padding: [22, 34, 0, 0],
      cursor: { sync: { key: "nights" }, drag: { x: true, y: false } },
      scales: { y: { range: rangeOf } },
      series: [
        { label: "night", value: function (plot, value, at, index) {
          return data.labels[series.nights[chosen(series, index)]];
        } },
        { label: series.name, stroke: colour("--s" + series.colour), width: 2,
          points: { show: series.values.length <= 120, size: 6 },
          value: function (plot, value, at, index) {
            return human(series.values[chosen(series, index)], series.unit);
          } }
      ],
      axes: [
        Object.assign({ values: function (plot, ticks, at, space, step) {
          return ticks.map(function (time) {
            var text = new Date(time * 1000).toISOString();
            return step < 86400 ? text.slice(5, 10) + " " + text.slice(11, 16) : text.slice(0, 10);
          });
        }, space: 90 }, axis),
        Object.assign({ size: 66, values: function (plot, ticks) {
          return tickLabels(ticks, series.unit);
        } }, axis)
      ],
      hooks: { draw: [drawSteps(series)] }
    };
  }

  function utcDate(time) { return uPlot.tzDate(new Date(time * 1000), "Etc/UTC"); }

  function show(place) {
    var series = data.series[Number(place.getAttribute("data-series"))];
    var times = series.nights.map(function (night) { return data.times[night]; });
    var options = optionsFor(series, Math.max(place.clientWidth, 200));
    options.tzDate = utcDate;
    var plot = new uPlot(options, [times, series.values], place);
    place.classList.add("live");
    plots.push({ plot: plot, place: place });
  }

  function showAllIn(element) {
    element.querySelectorAll(".series:not(.live)").forEach(function (place) {
      if (place.clientWidth > 0) show(place);
    });
  }

  function drawAgain() {
    plots.forEach(function (one) { one.plot.destroy(); one.place.classList.remove("live"); });
    plots = [];
    showAllIn(document);
  }

  showAllIn(document);
  document.querySelectorAll("details").forEach(function (details) {
    details.addEventListener("toggle", function () { showAllIn(details); });
  });
  window.addEventListener("resize", function () {
    plots.forEach(function (one) {
      one.plot.setSize({ width: Math.max(one.place.clientWidth, 200), height: 230 });
    });
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAgain);
})();
