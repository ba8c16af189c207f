// Drawings as inline SVG: what charts are made of. Positions are in units of the view box.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_SVG_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_SVG_H_

#include <string>
#include <string_view>
#include <vector>

namespace trampcheck {

// With at most one digit behind the point, which no eye tells from more: "12", "12.3", "-0.5".
std::string coordinate(double value);

struct Point {
  double x = 0;
  double y = 0;
};

// Texts are made safe here; names of classes are ours. All colours come from the page's style.
class Svg {
 public:
  // `title` is what a reader who cannot see it is told.
  Svg(double width, double height, std::string_view title);

  void line(Point from, Point to, std::string_view css_class);
  void rect(Point corner, double width, double height, std::string_view css_class);
  void polyline(const std::vector<Point>& points, std::string_view css_class);
  // Short upright strokes around the height y, one at each x: a strip of samples.
  void strip(const std::vector<double>& xs, double y, double height, std::string_view css_class);
  // One of kMarkers shapes, so that series can be told apart without their colours.
  void marker(Point at, size_t shape, std::string_view css_class);
  // `anchor` is start, middle or end.
  void text(Point at, std::string_view text, std::string_view css_class, std::string_view anchor);
  // What follows, up to end_group(), shows `title` where the pointer rests on it.
  void begin_group(std::string_view title);
  void end_group();

  // The whole element. The drawing is empty afterwards.
  std::string take();

 private:
  std::string out_;
};

inline constexpr size_t kMarkers = 8;

// Moves positions apart, in the order they are in, so that neighbours lie at least `gap` apart and
// all within low..high as far as that has room for them.
std::vector<double> spread_apart(const std::vector<double>& wanted, double gap, double low,
                                 double high);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_SVG_H_
