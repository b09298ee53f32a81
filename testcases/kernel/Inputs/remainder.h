// Included by diagnostics.ub.cl.
int int_remainder(int a, int b) { return a % b; }
