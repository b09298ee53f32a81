#define NUMBER 6
