#include <cstdint>

#include "globaldyn/storage/hdf5.h"
#include "optimize/store/export.h"
#include "optimize/store/export_table.h"

namespace globaldyn::inside {
inline namespace store {
namespace {

// The table, column by column.
struct Columns {
  std::vector<std::uint64_t> ids;
  std::vector<std::int8_t> states;
  std::vector<std::vector<double>> numbers;  // of the study's columns
  std::vector<std::uint8_t> pareto;
  std::vector<double> violations;
  std::vector<double> wall_times;
  std::vector<std::string> reasons;
};

Columns read_columns(const StudyStore& store, const IdSet& set) {
  Columns columns;
  columns.numbers.resize(store.header().columns.size());
  store.for_each([&](const DesignRecord& record) {
    columns.ids.push_back(record.id);
    columns.states.push_back(static_cast<std::int8_t>(record.state));
    auto column = columns.numbers.begin();
    for (const std::vector<double>* numbers :
         {&record.design, &record.objectives, &record.constraints, &record.quantities}) {
      for (const double number : *numbers) (column++)->push_back(number);
    }
    columns.pareto.push_back(set.contains(record.id) ? 1 : 0);
    columns.violations.push_back(record.violation);
    columns.wall_times.push_back(record.wall_time);
    columns.reasons.push_back(record.reason);
  });
  return columns;
}

H5::StrType make_text_type() {
  H5::StrType type(H5::PredType::C_S1, H5T_VARIABLE);
  type.setCset(H5T_CSET_UTF8);
  return type;
}

std::vector<const char*> list_pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

void set_texts(const H5::H5Object& object, const std::string& name,
               const std::vector<std::string>& texts) {
  const H5::StrType type = make_text_type();
  object.createAttribute(name, type, make_space({texts.size()}))
      .write(type, list_pointers(texts).data());
}

void describe(const H5::DataSet& set, const ExportColumn& column) {
  set_text(set, "unit", column.unit);
  set_text(set, "role", column.role);
}

template <class T>
H5::DataSet add_column(const H5::H5File& file, const ExportColumn& column, const H5::DataType& type,
                       const std::vector<T>& values) {
  const H5::DataSet set = file.createDataSet(column.name, type, make_space({values.size()}));
  set.write(values.data(), type);
  describe(set, column);
  return set;
}

std::vector<std::int32_t> to_choices(const StudyColumn& column, const std::vector<double>& values) {
  std::vector<std::int32_t> choices;
  for (const double value : values) {
    const auto choice = find_choice(column, value);
    choices.push_back(choice ? static_cast<std::int32_t>(*choice) : -1);
  }
  return choices;
}

void add_study_column(const H5::H5File& file, const ExportColumn& column,
                      const std::vector<double>& values) {
  const StudyColumn& study = *column.study;
  H5::DataSet set;
  if (study.choices.empty()) {
    set = add_column(file, column, H5::PredType::NATIVE_DOUBLE, values);
  } else {
    set = add_column(file, column, H5::PredType::NATIVE_INT32, to_choices(study, values));
    set_texts(set, "choices", study.choices);
  }
  if (!study.description.empty()) set_text(set, "description", study.description);
  if (study.is_maximized) set_number(set, "maximized", 1.0);
}

void add_record_column(const H5::H5File& file, const ExportColumn& column, const Columns& table) {
  if (column.name == "id") {
    (void)add_column(file, column, H5::PredType::NATIVE_UINT64, table.ids);
  } else if (column.name == "state") {
    set_texts(add_column(file, column, H5::PredType::NATIVE_INT8, table.states), "names",
              {to_string(DesignState::ok), to_string(DesignState::infeasible),
               to_string(DesignState::failed)});
  } else if (column.name == "pareto") {
    (void)add_column(file, column, H5::PredType::NATIVE_UINT8, table.pareto);
  } else if (column.name == "violation") {
    (void)add_column(file, column, H5::PredType::NATIVE_DOUBLE, table.violations);
  } else if (column.name == "wall_time") {
    (void)add_column(file, column, H5::PredType::NATIVE_DOUBLE, table.wall_times);
  } else {
    describe(add_texts(file, column.name, table.reasons), column);
  }
}

}  // namespace

void write_hdf5(const StudyStore& store, const std::vector<std::uint64_t>& pareto,
                const std::string& file) {
  const StudyHeader& header = store.header();
  const Columns table = read_columns(store, IdSet(pareto));
  write_hdf5_file(file, [&](const H5::H5File& output) {
    set_text(output, "schema", "globaldyn/study/1");
    set_text(output, "program", header.program);
    set_text(output, "study", header.name);
    std::vector<std::string> names;
    auto numbers = table.numbers.begin();
    for (const ExportColumn& column : list_export_columns(header)) {
      names.push_back(column.name);
      if (column.study != nullptr) {
        add_study_column(output, column, *numbers++);
      } else {
        add_record_column(output, column, table);
      }
    }
    set_texts(output, "columns", names);
  });
}

}  // namespace store
}  // namespace globaldyn::inside
