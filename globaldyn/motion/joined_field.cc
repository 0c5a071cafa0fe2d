#include "globaldyn/motion/joined_field.h"

#include <utility>

namespace globaldyn::inside {
inline namespace motion {

JoinedField::JoinedField(std::vector<Member> members) : members_(std::move(members)) {
  for (const Member& member : members_) {
    const std::vector<FieldPart>& parts = member.field->parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      FieldPart part = parts[i];
      part.begin += member.begin;
      part.end += member.begin;
      parts_.push_back(part);
      places_.push_back({&member, i});
    }
  }
}

int JoinedField::direction(std::size_t part, int drive) const {
  const Place& at = places_[part];
  return at.member->field->direction(at.part, drive);
}

double JoinedField::tool_jerk(std::size_t part) const {
  const Place& at = places_[part];
  return at.member->field->tool_jerk(at.part);
}

void JoinedField::write_course(std::size_t part, double p, FieldCourse& course) const {
  const Place& at = places_[part];
  at.member->field->write_course(at.part, p - at.member->begin, course);
}

void JoinedField::write(std::size_t part, double p, FieldRows& rows) const {
  const Place& at = places_[part];
  at.member->field->write(at.part, p - at.member->begin, rows);
}

void JoinedField::write_rest(std::size_t part, double p, FieldRows& rows,
                             VectorXd& friction) const {
  const Place& at = places_[part];
  at.member->field->write_rest(at.part, p - at.member->begin, rows, friction);
}

}  // namespace motion
}  // namespace globaldyn::inside
