#include "report/canvas/picture.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "core/base/errors.h"
#include "core/base/unfinished.h"
#include "report/canvas/gnuplot.h"

namespace globaldyn::inside::report {
namespace {

constexpr const char* kFont = "DejaVu Sans";
constexpr const char* kPart = ".part";  // suffix of unfinished files
// gnuplot's fonts in PNG files come out larger by this than their size in SVG files.
constexpr double kPngFontScale = 0.75;

// Lets viewers without the font use a similar one instead of their default.
void name_substitute_fonts(const std::filesystem::path& svg) {
  std::ostringstream content;
  content << std::ifstream(svg, std::ios::binary).rdbuf();
  std::string text = content.str();
  const std::string family = fmt::format("font-family=\"{}\"", kFont);
  const std::string families =
      fmt::format("font-family=\"{}, Verdana, Helvetica, sans-serif\"", kFont);
  for (auto at = text.find(family); at != std::string::npos;
       at = text.find(family, at + families.size())) {
    text.replace(at, family.size(), families);
  }
  // Overwrites the content, which is shorter; a file that has been removed is not created again.
  std::ofstream stream(svg, std::ios::binary | std::ios::in);
  stream << text;
  stream.flush();
  if (!stream) throw Error(svg.string() + ": cannot be written");
}

void finish(const std::filesystem::path& part, const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::file_size(part, error) == 0 || error) {
    throw Error(file.string() + ": gnuplot wrote nothing");
  }
  std::filesystem::rename(part, file, error);
  if (error) throw Error(file.string() + ": cannot be written (" + error.message() + ")");
}

}  // namespace

Picture::Picture(std::string name, double width, double height)
    : name_(std::move(name)), width_(width), height_(height) {}

void Picture::begin_plot(const PixelBox& box, const Bounds& axes) {
  commands_ += "reset\n";
  commands_ += fmt::format("set lmargin at screen {:.6f}; set rmargin at screen {:.6f}\n",
                           box.x.low / width_, box.x.high / width_);
  commands_ += fmt::format("set bmargin at screen {:.6f}; set tmargin at screen {:.6f}\n",
                           box.y.low / height_, box.y.high / height_);
  commands_ += fmt::format("set xrange [{}:{}]; set yrange [{}:{}]\n", axes.x.low, axes.x.high,
                           axes.y.low, axes.y.high);
  commands_ += "set style textbox opaque fillcolor rgb '#38ffffff' noborder margins 0.3,0.3\n";
  commands_ += fmt::format(
      "set border 3 lw 1 lc {0}; set tics nomirror out scale 0.6 textcolor "
      "{0}\nset key off; set clip two\n",
      to_gnuplot(kInk));
  label_count_ = 0;
}

void Picture::add(const std::string& command) {
  commands_ += command + "\n";
}

void Picture::add_text(const Text& text) {
  commands_ += fmt::format(
      "set label {} {} at screen {:.6f},{:.6f} {} {} front font '{}{},{}' textcolor {}{}\n",
      ++label_count_, quote(text.text), text.at.x() / width_, text.at.y() / height_, text.align,
      text.upright ? "rotate by 90" : "norotate", kFont, text.bold ? " Bold" : "", text.size,
      to_gnuplot(text.colour), text.boxed ? " boxed" : "");
}

void Picture::add_point(const Vector2d& at, const std::string& style) {
  commands_ += fmt::format("set label {} '' at screen {:.6f},{:.6f} front point {}\n",
                           ++label_count_, at.x() / width_, at.y() / height_, style);
}

std::string Picture::add_data(const std::vector<Outline>& outlines, bool closed,
                              const std::vector<double>& values) {
  const std::string name = fmt::format("$data{}", ++data_count_);
  data_ += name + " << END\n";
  const auto add_row = [&](const Vector2d& point, std::size_t outline) {
    data_ += fmt::format("{:.7g} {:.7g}", point.x(), point.y());
    if (!values.empty()) data_ += fmt::format(" {:.7g}", values[outline]);
    data_ += '\n';
  };
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    for (const Vector2d& point : outlines[i]) add_row(point, i);
    if (closed && !outlines[i].empty()) add_row(outlines[i].front(), i);
    data_ += '\n';
  }
  data_ += "END\n";
  return name;
}

std::string Picture::add_grid(const std::vector<double>& x, const std::vector<double>& y,
                              const std::vector<double>& values) {
  const std::string name = fmt::format("$data{}", ++data_count_);
  data_ += name + " << END\n";
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      const double value = values[i * y.size() + j];
      data_ += std::isfinite(value) ? fmt::format("{:.7g} {:.7g} {:.7g}\n", x[i], y[j], value)
                                    : fmt::format("{:.7g} {:.7g} NaN\n", x[i], y[j]);
    }
    data_ += '\n';
  }
  data_ += "END\n";
  return name;
}

void Picture::add_element(const std::string& element) {
  elements_.push_back(element);
}

void Picture::end_plot() {
  if (elements_.empty()) elements_.emplace_back("NaN notitle");
  commands_ += fmt::format("plot {}\n", fmt::join(elements_, ", \\\n  "));
  elements_.clear();
}

std::string Picture::make_script() const {
  const std::string svg = fmt::format(
      "set terminal svg size {},{} font '{},13' noenhanced rounded background rgb 'white'", width_,
      height_, kFont);
  const std::string png = fmt::format(
      "set terminal pngcairo size {},{} font '{},13' noenhanced rounded fontscale {} "
      "background rgb 'white'",
      width_, height_, kFont, kPngFontScale);
  std::string script = "set encoding utf8\n" + data_;
  for (const auto& [terminal, ending] : {std::pair{svg, ".svg"}, std::pair{png, ".png"}}) {
    script += fmt::format("{}\nset output {}\nset multiplot\n{}unset multiplot\nset output\n",
                          terminal, quote(name_ + ending + kPart), commands_);
  }
  return script;
}

std::vector<std::string> Picture::write(const std::string& folder) const {
  std::vector<std::string> files;
  for (const char* ending : {".svg", ".png"}) {
    files.push_back((std::filesystem::path(folder) / (name_ + ending)).string());
  }
  constexpr auto kByGnuplot = UnfinishedFile::Begin::by_a_process;
  const UnfinishedFile svg(files.front() + kPart, kByGnuplot);
  const UnfinishedFile png(files.back() + kPart, kByGnuplot);
  try {
    run_gnuplot(make_script(), folder);
    name_substitute_fonts(files.front() + kPart);
    for (const std::string& file : files) finish(file + kPart, file);
  } catch (...) {
    std::error_code ignored;
    for (const std::string& file : files) std::filesystem::remove(file + kPart, ignored);
    throw;
  }
  return files;
}

}  // namespace globaldyn::inside::report
