// A module that defines scale() in another way than scale.spvasm.
int scale(int x) { return 100 / x; }
