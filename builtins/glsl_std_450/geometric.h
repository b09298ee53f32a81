// Geometric Functions: their steps. geometric.cpp defines the order of the steps.
#pragma once

#include <cmath>

#include "builtins/glsl_std_450/instruction.h"
#include "interpreter/kernels/arithmetic_steps.h"

namespace spirv_oracle::glsl_std_450::steps {

using spirv_oracle::steps::Add, spirv_oracle::steps::Subtract, spirv_oracle::steps::Multiply;

// sum + a * b, two roundings
struct AddProduct {
  template <class T>
  static T component(T sum, T a, T b) {
    return sum + a * b;
  }
};

struct SquareRoot {
  template <class T>
  static T component(T x) {
    return std::sqrt(x);
  }
};

// Converts the type only.
struct Convert {
  template <class T>
  static T component(T x) {
    return x;
  }
};

// --- FaceForward ---

// "If the dot product of Nref and I is negative, the result is N, otherwise it is -N."
struct TurnUnlessNegative {
  template <class T>
  static T component(T dot, T n) {
    return dot < 0 ? n : -n;
  }
};

// --- Reflect: I - 2 * dot(N, I) * N ---

struct SubtractTwice {
  template <class T>
  static T component(T i, T dot, T n) {
    return i - 2 * dot * n;
  }
};

// --- Refract ---

// k = 1.0 - eta * eta * (1.0 - dot(N, I) * dot(N, I))
struct RefractionK {
  template <class T>
  static T component(T eta, T dot) {
    return 1 - eta * eta * (1 - dot * dot);
  }
};

// eta * dot(N, I) + sqrt(k)
struct RefractionAlongN {
  template <class T>
  static T component(T eta, T dot, T k) {
    return eta * dot + std::sqrt(k);
  }
};

// eta * I - along_n * N
struct RefractionVector {
  template <class T>
  static T component(T eta_times_i, T along_n, T n) {
    return eta_times_i - along_n * n;
  }
};

// "if k < 0.0 the result is 0.0"
struct ZeroIfNegative {
  template <class T>
  static T component(T k, T value) {
    return k < 0 ? T{0} : value;
  }
};

// --- Normalize, in double precision, so that squares of 16-bit and 32-bit components neither
// overflow nor vanish ---

struct AddSquare {
  template <class T>
  static double component(double sum, T x) {
    const auto wide = static_cast<double>(x);
    return sum + wide * wide;
  }
};

struct DivideByLength {
  template <class T>
  static T component(T x, double length) {
    return static_cast<T>(static_cast<double>(x) / length);
  }
};

}  // namespace spirv_oracle::glsl_std_450::steps
