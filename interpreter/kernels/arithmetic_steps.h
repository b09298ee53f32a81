// Operations on single components, from which the lowering builds longer formulas.
#pragma once

namespace spirv_oracle::steps {

struct Add {
  template <class T>
  static T component(T a, T b) {
    return a + b;
  }
};

struct Subtract {
  template <class T>
  static T component(T a, T b) {
    return a - b;
  }
};

struct Multiply {
  template <class T>
  static T component(T a, T b) {
    return a * b;
  }
};

struct Divide {
  template <class T>
  static T component(T a, T b) {
    return a / b;
  }
};

}  // namespace spirv_oracle::steps
