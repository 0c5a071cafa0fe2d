// study.schema.json says what the reader accepts: a JSON Schema library judges the files.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/description/document.h"
#include "tests/study/slide_study.h"
#include "tests/support/schema_validation.h"

namespace globaldyn::inside::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string kSource = GLOBALDYN_SOURCE_DIR;
const std::string kSchema = kSource + "/machines/study.schema.json";
const std::string kHead = "globaldyn_study: 1\nname: slide\nmachine: slide.yaml\n";
const std::string kVariables = "variables: {length: {from: 0.5 m, to: 1 m}}\n";
const std::string kObjectives = "objectives: {duration: {minimize: stroke.time}}\n";

// What the reader says of a study of the slide, and what the schema says.
class Judges {
 public:
  bool is_read(const std::string& text) {
    try {
      (void)parse_study(text, "study.yaml", slide_.folder().file(""));
      return true;
    } catch (const InputError& error) {
      refusal_ = error.what();
      return false;
    }
  }
  std::string validate(const std::string& text) { return validation_(text); }
  [[nodiscard]] const std::string& refusal() const { return refusal_; }

 private:
  SlideStudy slide_{""};
  SchemaValidation validation_{kSchema};
  std::string refusal_;
};

std::string read_every_key() {
  return read_text_file(kSource + "/tests/study/every_key_study.yaml", kLargestFileBytes);
}

// Studies with the keys that only some searches accept.
std::vector<std::string> list_searches() {
  std::vector<std::string> texts;
  for (const char* search : {"{algorithm: automatic, budget: 1e4, population: 2*50}",
                             "{algorithm: nsga3, stagnation: {generations: 5}}",
                             "{algorithm: steady_state, lag: 16, seed: 0}",
                             "{lag: 16, algorithm: steady_state}",
                             "{algorithm: cobyla, first_step: 0.2, last_step: 1e-4, width: 4}",
                             "{algorithm: bobyqa}",
                             "{algorithm: sbplx}",
                             "{algorithm: nelder_mead}",
                             "{algorithm: direct_l, time: 90}",
                             "{algorithm: crs2}",
                             "{algorithm: isres, seeds: 3}",
                             "{seeds: 32}",
                             "{algorithm: factorial, levels: 4}",
                             "{algorithm: latin_hypercube, budget: 50}",
                             "{algorithm: sobol}",
                             "{algorithm: random, start: []}",
                             "{algorithm: morris, trajectories: 20}",
                             "{algorithm: sobol_indices, samples: 128}",
                             "{population: 8}",
                             "{}"}) {
    texts.push_back(kHead + kVariables + kObjectives + "search: " + search + "\n");
  }
  return texts;
}

TEST(StudySchema, EveryStudyOfTheLibraryIsValid) {
  Judges judges;
  int count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kSource + "/machines")) {
    if (!entry.path().filename().string().ends_with("_study.yaml")) continue;
    const std::string text = read_text_file(entry.path().string(), kLargestFileBytes);
    EXPECT_EQ(judges.validate(text), "") << entry.path();
    EXPECT_EQ(text.find("# yaml-language-server: $schema=../study.schema.json\n"), 0u)
        << entry.path() << ": editors find the schema by the first line";
    ++count;
  }
  EXPECT_GE(count, 2);
}

TEST(StudySchema, EveryKeyIsKnownToBoth) {
  Judges judges;
  EXPECT_TRUE(judges.is_read(read_every_key())) << judges.refusal();
  EXPECT_EQ(judges.validate(read_every_key()), "");
  for (const std::string& text : list_searches()) {
    EXPECT_TRUE(judges.is_read(text)) << text << judges.refusal();
    EXPECT_EQ(judges.validate(text), "") << text;
  }
}

// Other forms that the reader accepts.
TEST(StudySchema, WhatIsReadIsValid) {
  Judges judges;
  const std::string motor = "variables: {motor: {catalogue: motors.csv, set: {force: force";
  for (const std::string& text :
       {kVariables +
            "objectives: {d: {minimize: length}, e: {maximize: 1}, f: {minimize: reach}}\n",
        "variables: {length: {from: 0.5, to: 1, whole: false, scale: linear}}\n" + kObjectives,
        "variables: {length: {values: [0.5 m, 1, 2*1 m]}}\n" + kObjectives,
        "variables: {length: {from: 1, to: 2, scale: linear, whole: true}}\n" + kObjectives,
        "variables: {a: {choices: {1: {}, true: {mass: 1}, \"x y\": {}}}}\n" + kObjectives +
            "search: {start: [{a: 1}, {a: true}, {a: x y}]}\n",
        motor + "}}}\n" + kObjectives, motor + "}, ordered: false, rows: [small]}}\n" + kObjectives,
        motor + "}}}\nobjectives: {price: {minimize: motor.price, unit: 1}}\n",
        kVariables + kObjectives + "scenarios: {a: {}, b: {weight: 0.5}}\n",
        kVariables + kObjectives + "set: {}\nquantities: {}\nconstraints: {}\nprecision: {}\n",
        kVariables + kObjectives + "set: {mass: 3}\nrefine: {}\n",
        kVariables + kObjectives + "constraints: {c: {value: mass, at_most: 3, scale: 2 kg}}\n",
        kVariables + kObjectives + "precision: {places: 10*10, reserve: 0, speed: 0}\n",
        kVariables + kObjectives + "tolerances: {samples: 2, parameters: {mass: {sigma: 1}}}\n"}) {
    EXPECT_TRUE(judges.is_read(kHead + text)) << text << judges.refusal();
    EXPECT_EQ(judges.validate(kHead + text), "") << text;
  }
  std::string quoted = kHead + kVariables + kObjectives;
  quoted.replace(quoted.find(" 1"), 2, " \"1\"");
  EXPECT_TRUE(judges.is_read(quoted));
  EXPECT_EQ(judges.validate(quoted), "");
}

// The keys of all maps that the schema knows.
void collect_keys(const json& schema, std::set<std::string>& keys) {
  if (schema.is_object()) {
    for (const auto& [key, value] : schema.items()) {
      if (key == "properties") {
        for (const auto& property : value.items()) keys.insert(property.key());
      }
      collect_keys(value, keys);
    }
  } else if (schema.is_array()) {
    for (const json& item : schema) collect_keys(item, keys);
  }
}

std::size_t find_key(const std::string& text, const std::string& key) {
  for (const char* before : {"{", ", ", "  ", "\n"}) {
    const std::size_t at = text.find(before + key + ":");
    if (at != std::string::npos) return at + std::string(before).size();
  }
  return std::string::npos;
}

// Every key of every map misspelt, one at a time: neither accepts it. Names that the file chooses
// itself are not among the keys.
TEST(StudySchema, AMisspeltKeyIsRefusedByBoth) {
  Judges judges;
  std::set<std::string> keys;
  collect_keys(json::parse(read_text_file(kSchema, kLargestFileBytes)), keys);
  EXPECT_GE(keys.size(), 60u);
  std::vector<std::string> texts = list_searches();
  texts.insert(texts.begin(), read_every_key());
  for (const std::string& key : keys) {
    bool is_found = false;
    for (const std::string& text : texts) {
      const std::size_t at = find_key(text, key);
      if (at == std::string::npos) continue;
      is_found = true;
      std::string wrong = text;
      wrong.insert(at + key.size(), "_");
      EXPECT_FALSE(judges.is_read(wrong)) << key << " in " << text;
      EXPECT_NE(judges.validate(wrong), "") << key << " in " << text;
    }
    EXPECT_TRUE(is_found) << key << " is nowhere";
  }
}

// Mistakes of form that an editor can show, and that the reader refuses as well.
TEST(StudySchema, MistakesOfFormAreRefusedByBoth) {
  Judges judges;
  const std::string good = kHead + kVariables + kObjectives;
  const auto variables = [](const std::string& text) { return kHead + text + kObjectives; };
  const auto objectives = [](const std::string& text) { return kHead + kVariables + text; };
  for (const std::string& text :
       {"globaldyn_study: 2\nname: a\nmachine: slide.yaml\n" + kVariables + kObjectives,
        kHead + kVariables,
        kHead + kObjectives,
        good + "colour: red\n",
        good + "set: [length]\n",
        variables("variables: {}\n"),
        variables("variables: [length]\n"),
        variables("variables: {length: 1 m}\n"),
        variables("variables: {length: {}}\n"),
        variables("variables: {length: {from: 1}}\n"),
        variables("variables: {length: {to: 1}}\n"),
        variables("variables: {length: {from: 1, to: 2, values: [1]}}\n"),
        variables("variables: {length: {from: 1, to: 2, scale: cubic}}\n"),
        variables("variables: {length: {from: 1, to: 2, whole: often}}\n"),
        variables("variables: {length: {from: 1, to: 2, scale: log, whole: true}}\n"),
        variables("variables: {length: {from: [1], to: 2}}\n"),
        variables("variables: {length: {values: []}}\n"),
        variables("variables: {length: {values: 1}}\n"),
        variables("variables: {length: {values: [1, 1]}}\n"),
        variables("variables: {length: {values: [1, 2], ordered: true}}\n"),
        variables("variables: {a: {choices: {}}}\n"),
        variables("variables: {a: {choices: [x, y]}}\n"),
        variables("variables: {a: {choices: {x: {length: [1]}}}}\n"),
        variables("variables: {state: {choices: {x: {length: 1}}}}\n"),
        variables("variables: {a b: {choices: {x: {length: 1}}}}\n"),
        variables("variables: {motor: {catalogue: motors.csv}}\n"),
        variables("variables: {motor: {set: {force: force}}}\n"),
        variables("variables: {motor: {catalogue: motors.csv, set: {}, rows: []}}\n"),
        variables("variables: {motor: {catalogue: motors.csv, set: {}, scale: log}}\n"),
        objectives("objectives: {}\n"),
        objectives("objectives: {d: stroke.time}\n"),
        objectives("objectives: {d: {}}\n"),
        objectives("objectives: {d: {minimize: length, maximize: length}}\n"),
        objectives("objectives: {d: {minimize: [length]}}\n"),
        objectives("objectives: {id: {minimize: length}}\n"),
        objectives("objectives: {d: {minimize: length, scenarios: nominal}}\n"),
        objectives("objectives: {d: {minimize: length, tolerances: best}}\n"),
        good + "quantities: {q: {unit: m}}\n",
        good + "quantities: {2q: length}\n",
        good + "constraints: {c: {value: length}}\n",
        good + "constraints: {c: {at_most: 1}}\n",
        good + "constraints: {c: {value: length, at_most: 1, scale: 0}}\n",
        good + "scenarios: {}\n",
        good + "scenarios: {a: {weight: 0}}\n",
        good + "tolerances: {samples: 9}\n",
        good + "tolerances: {samples: 9, parameters: {}}\n",
        good + "tolerances: {samples: 1, parameters: {length: 1 mm}}\n",
        good + "tolerances: {samples: 9, parameters: {length: {size: 1 mm}}}\n",
        good + "precision: {places: 2}\n",
        good + "precision: {places: 20.5}\n",
        good + "precision: {tolerance: 0.6}\n",
        good + "precision: {reserve: 1}\n",
        good + "precision: {speed: -1}\n",
        good + "search: nsga2\n",
        good + "search: {algorithm: nsga}\n",
        good + "search: {budget: 0}\n",
        good + "search: {budget: 1e12}\n",
        good + "search: {seed: -1}\n",
        good + "search: {seeds: 0}\n",
        good + "search: {seeds: 33}\n",
        good + "search: {algorithm: factorial, seeds: 2}\n",
        good + "search: {algorithm: morris, seeds: 2}\n",
        good + "search: {time: 0}\n",
        good + "search: {start: {length: 1}}\n",
        good + "search: {population: 3}\n",
        good + "search: {population: 1e9}\n",
        good + "search: {crossover_probability: 1.5}\n",
        good + "search: {difference_probability: -0.1}\n",
        good + "search: {reset_probability: 2}\n",
        good + "search: {stagnation: 5}\n",
        good + "search: {stagnation: {gain: 1e-3}}\n",
        good + "search: {lag: 4}\n",
        good + "search: {levels: 4}\n",
        good + "search: {first_step: 0.1}\n",
        good + "search: {algorithm: sobol, population: 10}\n",
        good + "search: {algorithm: sobol, samples: 10}\n",
        good + "search: {algorithm: cobyla, reset_probability: 0}\n",
        good + "search: {algorithm: factorial, levels: 100000}\n",
        good + "search: {algorithm: morris, trajectories: 1}\n",
        good + "search: {algorithm: sobol_indices, samples: 1e12}\n",
        good + "search: {algorithm: isres}\nrefine: {}\n",
        objectives("objectives: {d: {minimize: length}, e: {minimize: mass}}\n"
                   "search: {algorithm: cobyla}\n"),
        good + "refine: {points: 0}\n",
        good + "refine: {first_step: 2}\n",
        good + "refine: {last_step: 0}\n",
        good + "refine: {width: 2000}\n"}) {
    EXPECT_FALSE(judges.is_read(text)) << text;
    EXPECT_NE(judges.validate(text), "") << text;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
