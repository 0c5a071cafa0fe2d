#include "report/canvas/text_width.h"

#include <array>
#include <cstddef>

namespace globaldyn::inside::report {
namespace {

constexpr unsigned char kFirst = ' ';

// Thousandths of the size, of the letters from the blank to the tilde, a row for each sixteen.
constexpr std::array<int, 95> kWidths{
    318,  401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,  //
    636,  636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,  //
    1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,  //
    603,  787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,  //
    500,  613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,  //
    635,  635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838};
// Of others: subscripts are narrower, few signs are wider.
constexpr int kOtherWidth = 838;

bool goes_on(unsigned char byte) {  // with a letter of several bytes
  return (byte & 0xc0U) == 0x80U;
}

int find_width(unsigned char byte) {
  if (goes_on(byte)) return 0;
  const std::size_t number = byte < kFirst ? kWidths.size() : std::size_t{byte} - kFirst;
  return number < kWidths.size() ? kWidths[number] : kOtherWidth;
}

}  // namespace

double calc_text_width(const std::string& text, double size) {
  int thousandths = 0;
  for (const char c : text) thousandths += find_width(static_cast<unsigned char>(c));
  return size * thousandths / 1000.0;
}

}  // namespace globaldyn::inside::report
