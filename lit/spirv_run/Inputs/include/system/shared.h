#define SHARED 20u
