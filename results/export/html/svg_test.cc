#include "results/export/html/svg.h"

#include <gtest/gtest.h>

#include "results/export/html/distribution.h"

namespace trampcheck {
namespace {

TEST(Coordinate, OneDigit) {
  EXPECT_EQ(coordinate(12), "12");
  EXPECT_EQ(coordinate(12.34), "12.3");
  EXPECT_EQ(coordinate(-0.04), "0");
  EXPECT_EQ(coordinate(-0.5), "-0.5");
}

TEST(SvgDrawing, ElementsInOrder) {
  Svg svg(100, 50.5, "a <b> & \"c\"");
  svg.line({1, 2}, {3, 4.25}, "grid");
  svg.strip({5, 6.5}, 10, 4, "strip s0");
  svg.polyline({{1, 2}, {3, 4}}, "curve s1");
  svg.begin_group("<i>");
  svg.text({7, 8}, "\xe6\x97\xa5<", "tick", "end");
  svg.end_group();
  EXPECT_EQ(svg.take(),
            "<svg viewBox=\"0 0 100 50.5\" role=\"img\" "
            "aria-label=\"a &lt;b&gt; &amp; &quot;c&quot;\">\n"
            "<title>a &lt;b&gt; &amp; &quot;c&quot;</title>\n"
            "<line class=\"grid\" x1=\"1\" y1=\"2\" x2=\"3\" y2=\"4.3\"/>\n"
            "<path class=\"strip s0\" d=\"M5 8v4M6.5 8v4\"/>\n"
            "<polyline class=\"curve s1\" points=\"1,2 3,4\"/>\n"
            "<g><title>&lt;i&gt;</title>\n"
            "<text class=\"tick\" x=\"7\" y=\"8\" text-anchor=\"end\">\xe6\x97\xa5&lt;</text>\n"
            "</g>\n</svg>\n");
}

TEST(SpreadApart, KeepsOrderAndGap) {
  using Places = std::vector<double>;
  EXPECT_EQ(spread_apart({50, 10, 80}, 10, 0, 100), (Places{50, 10, 80}));
  EXPECT_EQ(spread_apart({50, 50, 52}, 10, 0, 100), (Places{50, 60, 70}));
  EXPECT_EQ(spread_apart({95, 99, 98}, 10, 0, 100), (Places{80, 100, 90}));
  EXPECT_TRUE(spread_apart({}, 10, 0, 100).empty());
}

TEST(DescribeSamples, Quantiles) {
  const Distribution of = describe_samples({4, 1, 3, 2, 5}, 10);
  EXPECT_EQ(of.n, 5U);
  EXPECT_EQ(of.min, 1);
  EXPECT_DOUBLE_EQ(of.p5, 1.2);
  EXPECT_EQ(of.q1, 2);
  EXPECT_EQ(of.median, 3);
  EXPECT_EQ(of.q3, 4);
  EXPECT_DOUBLE_EQ(of.p95, 4.8);
  EXPECT_EQ(of.max, 5);
  EXPECT_EQ(of.shown, (std::vector<double>{1, 2, 3, 4, 5}));
}

TEST(DescribeSamples, NoneAndOne) {
  EXPECT_EQ(describe_samples({}, 10).n, 0U);
  const Distribution one = describe_samples({7}, 10);
  EXPECT_EQ(one.q1, 7);
  EXPECT_EQ(one.p95, 7);
  EXPECT_EQ(one.shown, (std::vector<double>{7}));
}

TEST(DescribeSamples, AMillionAreThinnedButTheirQuantilesAreExact) {
  std::vector<double> samples;
  for (int i = 0; i < 1'000'000; ++i) samples.push_back((i * 7919LL) % 1'000'000);
  const Distribution of = describe_samples(samples, 200);
  EXPECT_EQ(of.n, 1'000'000U);
  EXPECT_EQ(of.median, 499'999.5);
  EXPECT_EQ(of.q1, 249'999.75);
  EXPECT_EQ(of.shown.size(), 200U);
  EXPECT_EQ(of.shown.front(), 0);
  EXPECT_EQ(of.shown.back(), 999'999);
}

}  // namespace
}  // namespace trampcheck
