#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/id.h"

namespace globaldyn::inside {
inline namespace core {

/// The ids of the first `count` things, or of those of them from `first` on, in their order, for
/// range-for.
template <class Id>
class IdRange {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Id;
    using difference_type = std::ptrdiff_t;
    using pointer = const Id*;
    using reference = Id;

    constexpr Iterator() = default;
    constexpr explicit Iterator(int number) : number_(number) {}

    constexpr Id operator*() const { return Id(number_); }
    constexpr Iterator& operator++() {
      ++number_;
      return *this;
    }
    constexpr Iterator operator++(int) { return Iterator(number_++); }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    int number_{0};
  };

  constexpr explicit IdRange(std::size_t count) : IdRange(Id(0), count) {}
  constexpr IdRange(Id first, std::size_t count)
      : first_(first.number()), end_(std::max(first_, static_cast<int>(count))) {}

  [[nodiscard]] constexpr Iterator begin() const { return Iterator(first_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(end_); }
  [[nodiscard]] constexpr std::size_t size() const {
    return static_cast<std::size_t>(end_ - first_);
  }

 private:
  int first_{0};
  int end_{0};
};

/// A list that is asked by id: a std::vector, of what things are or of what is known of each. With
/// assertions on, an id out of range ends the program.
template <class Id, class Item>
class IdVector {
 public:
  using value_type = Item;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = typename std::vector<Item>::reference;
  using const_reference = typename std::vector<Item>::const_reference;
  using iterator = typename std::vector<Item>::iterator;
  using const_iterator = typename std::vector<Item>::const_iterator;

  IdVector() = default;
  explicit IdVector(std::size_t count) : items_(count) {}
  IdVector(std::size_t count, const Item& item) : items_(count, item) {}
  IdVector(std::initializer_list<Item> items) : items_(items) {}
  explicit IdVector(std::vector<Item> items) : items_(std::move(items)) {}

  [[nodiscard]] reference operator[](Id id) { return items_[place_of(id)]; }
  [[nodiscard]] const_reference operator[](Id id) const { return items_[place_of(id)]; }

  /// The list itself, for those who know things by their places alone.
  [[nodiscard]] const std::vector<Item>& items() const { return items_; }
  [[nodiscard]] std::size_t size() const { return items_.size(); }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  [[nodiscard]] IdRange<Id> ids() const { return IdRange<Id>(items_.size()); }
  [[nodiscard]] bool has(Id id) const {
    return id.number() >= 0 && static_cast<std::size_t>(id.number()) < items_.size();
  }

  [[nodiscard]] iterator begin() { return items_.begin(); }
  [[nodiscard]] iterator end() { return items_.end(); }
  [[nodiscard]] const_iterator begin() const { return items_.begin(); }
  [[nodiscard]] const_iterator end() const { return items_.end(); }
  [[nodiscard]] reference front() { return items_.front(); }
  [[nodiscard]] const_reference front() const { return items_.front(); }
  [[nodiscard]] reference back() { return items_.back(); }
  [[nodiscard]] const_reference back() const { return items_.back(); }
  [[nodiscard]] std::span<const Item> span() const { return items_; }
  [[nodiscard]] std::span<Item> span() { return items_; }

  /// @return the id of what was appended
  Id push_back(Item item) {
    items_.push_back(std::move(item));
    return Id(items_.size() - 1);
  }
  void reserve(std::size_t count) { items_.reserve(count); }
  void resize(std::size_t count) { items_.resize(count); }
  void assign(std::size_t count, const Item& item) { items_.assign(count, item); }
  void clear() { items_.clear(); }

  bool operator==(const IdVector&) const = default;

 private:
  [[nodiscard]] std::size_t place_of(Id id) const {
    assert(has(id));
    return static_cast<std::size_t>(id.number());
  }

  std::vector<Item> items_;
};

/// The id of the first item of which `is_it` is true, if there is one.
template <class Id, class Item, class IsIt>
[[nodiscard]] std::optional<Id> find_id(const IdVector<Id, Item>& items, const IsIt& is_it) {
  for (const Id id : items.ids()) {
    if (is_it(items[id])) return id;
  }
  return std::nullopt;
}

}  // namespace core
}  // namespace globaldyn::inside
