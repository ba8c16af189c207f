// The style of the pages. No selector may hold "&lt;" or "&amp;" in clear: pages are XML as well.
#include "results/export/html/page.h"

namespace trampcheck {

// Eight colours that readers with any colour vision tell apart, as dark or light as the ground
// needs; charts add shapes, so that nothing hangs on colour alone.
const char kPageStyle[] = R"CSS(
:root {
  --ground: #ffffff; --panel: #f5f7f9; --ink: #1a2129; --soft: #56616d; --rule: #d5dce3;
  --link: #0a5ea8; --good: #0b6b3a; --bad: #b3261e; --warn: #8a5a00;
  --dearer: #fbe3d3; --cheaper: #d7ecf8;
  --s0: #0067a8; --s1: #c24e00; --s2: #00805a; --s3: #a3487a;
  --s4: #2a8fcf; --s5: #9a6b00; --s6: #5b6570; --s7: #6a3fb0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12171d; --panel: #1a2129; --ink: #e6ebf0; --soft: #9aa7b4; --rule: #35404b;
    --link: #7cc0ff; --good: #5fd39a; --bad: #ff8a80; --warn: #f0bb4a;
    --dearer: #52301a; --cheaper: #163a50;
    --s0: #56a8ee; --s1: #ff8a4c; --s2: #3ecfa0; --s3: #ea9cc6;
    --s4: #9ad8ff; --s5: #f0bb4a; --s6: #b3bec9; --s7: #b79bff;
  }
}
* { box-sizing: border-box; }
html { background: var(--ground); color: var(--ink); -webkit-text-size-adjust: 100%; }
body { margin: 0; font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: 20px 20px 60px; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 6px; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 44px 0 8px; padding-top: 14px; border-top: 1px solid var(--rule); }
h3 { font-size: 1.02rem; margin: 26px 0 6px; }
h4 { font-size: .95rem; margin: 18px 0 4px; }
p { margin: 6px 0; max-width: 85ch; overflow-wrap: anywhere; }
.lead { font-size: 1.08rem; }
.soft, figcaption { color: var(--soft); }
a { color: var(--link); }
nav { margin: 12px 0 4px; display: flex; flex-wrap: wrap; gap: 4px 18px; }
.badge { border: 2px solid; border-radius: 5px; padding: 0 7px; font-size: .95em; }
.badge.PASS, .badge.DONE { color: var(--good); }
.badge.FAIL, .badge.ERROR { color: var(--bad); }
.badge.MISS, .badge.SKIP { color: var(--warn); }
.scroll { overflow-x: auto; margin: 6px 0 12px; max-width: 100%; }
.scroll:focus-visible { outline: 2px solid var(--link); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: 3px 12px; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--rule); }
th { font-weight: 600; }
thead th { background: var(--panel); vertical-align: bottom; }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--ground); }
thead th:first-child { background: var(--panel); }
tbody tr:hover > * { background: var(--panel); }
td small { display: block; color: var(--soft); font-size: .85em; }
td small.apart { color: var(--s1); font-weight: 600; }
td.none { color: var(--soft); }
.dearer { background: var(--dearer); border-radius: 3px; padding: 1px 3px; margin: 0 -2px; }
.cheaper { background: var(--cheaper); border-radius: 3px; padding: 1px 3px; margin: 0 -2px; }
dl { margin: 6px 0 12px; display: grid; grid-template-columns: fit-content(45%) 1fr;
  gap: 2px 14px; }
dt { color: var(--soft); min-width: 6.5em; overflow-wrap: anywhere; }
dd { margin: 0; overflow-wrap: anywhere; }
dt:target, dt:target + dd { background: var(--cheaper); }
pre { background: var(--panel); border: 1px solid var(--rule); border-radius: 6px;
  padding: 10px 12px; overflow-x: auto; font-size: .87rem; }
details { margin: 10px 0; }
summary { cursor: pointer; font-weight: 600; padding: 3px 0; }
figure { margin: 18px 0 26px; }
figcaption { margin: 0 0 6px; max-width: 95ch; }
figcaption strong { color: var(--ink); font-size: 1.02rem; }
.panels { display: grid; gap: 12px 22px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); }
.panels > * { min-width: 0; }
.key { display: inline-block; white-space: nowrap; margin-right: 16px; }
svg.swatch { display: inline-block; width: 13px; height: 13px; margin-right: 5px;
  vertical-align: -2px; }
svg { display: block; width: 100%; height: auto; max-width: 620px; font-size: 12px; }
svg text { fill: var(--ink); font-family: inherit; font-variant-numeric: tabular-nums; }
svg .tick, svg .axis { fill: var(--soft); font-size: 11px; }
svg .name { font-weight: 600; }
svg .grid { stroke: var(--rule); stroke-width: 1; }
svg .edge { stroke: var(--soft); stroke-width: 1; }
svg .leader { stroke: var(--soft); stroke-width: .7; }
svg .curve { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
svg .strip { fill: none; stroke-width: 1; opacity: .75; }
svg .whisker { stroke-width: 1.5; }
svg .box { fill-opacity: .28; stroke-width: 1.3; }
svg .middle { stroke-width: 2.6; }
svg .step { stroke: var(--ink); stroke-width: 1.4; stroke-dasharray: 4 3; }
.s0 { stroke: var(--s0); } .s1 { stroke: var(--s1); } .s2 { stroke: var(--s2); }
.s3 { stroke: var(--s3); } .s4 { stroke: var(--s4); } .s5 { stroke: var(--s5); }
.s6 { stroke: var(--s6); } .s7 { stroke: var(--s7); }
.f0 { fill: var(--s0); } .f1 { fill: var(--s1); } .f2 { fill: var(--s2); }
.f3 { fill: var(--s3); } .f4 { fill: var(--s4); } .f5 { fill: var(--s5); }
.f6 { fill: var(--s6); } .f7 { fill: var(--s7); }
svg .mark { stroke: var(--ground); stroke-width: .8; }
.series h4 { display: none; }
.series.live h4 { display: block; margin: 4px 0 0; }
.series.live > svg { display: none; }
.uplot .u-legend { font-size: .85rem; text-align: left; }
.uplot .u-legend th::after { padding: 0 4px; }
.uplot .u-legend th, .uplot .u-legend td { border: 0; padding: 1px 3px; position: static;
  background: none; text-align: left; white-space: normal; }
@media (max-width: 600px) {
  main { padding: 14px 12px 40px; }
  h1 { font-size: 1.35rem; }
  th, td { padding: 3px 8px; }
  svg { font-size: 13px; }
  svg .tick, svg .axis { font-size: 12.5px; }
}
@media print {
  html, body { background: #fff; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  .scroll { overflow: visible; }
  table { font-size: 7.5pt; }
  th, td { padding: 1px 4px; }
  th:first-child { position: static; }
  figure, tr { break-inside: avoid; }
}
)CSS";

}  // namespace trampcheck
