#define NUMBER 1u
