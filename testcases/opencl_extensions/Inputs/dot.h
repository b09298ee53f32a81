// For ../integer_dot_product_included.pass.cl.
#ifdef cl_khr_integer_dot_product
#define DOT(a, b) dot(a, b)
#else
#error the feature macro is missing
#endif
