// Control flow: nested loops with break and continue, switch with fall-through and default, a loop left by return
// from inside a nested loop, do-while, and values that live after loops that lanes leave in different iterations.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=undef(2560)' --dump 0.0:int32 --format json > %t.json
// RUN: %python %S/Inputs/check_control_flow.py %t.json
// RUN: spirv-run %s --subgroup-size 1 --buffer '0.0=undef(2560)' --dump 0.0:int32 --format json > %t.json
// RUN: %python %S/Inputs/check_control_flow.py %t.json
// RUN: spirv-run %s --subgroup-size 64 --buffer '0.0=undef(2560)' --dump 0.0:int32 --format json > %t.json
// RUN: %python %S/Inputs/check_control_flow.py %t.json
// RUN: spirv-run %s --subgroup-size 128 --buffer '0.0=undef(2560)' --dump 0.0:int32 --format json > %t.json
// RUN: %python %S/Inputs/check_control_flow.py %t.json
// RUN: spirv-run %s --subgroup-size 16 --reconvergence minimal --buffer '0.0=undef(2560)' --dump 0.0:int32 --format json > %t.json
// RUN: %python %S/Inputs/check_control_flow.py %t.json

#version 450

layout(local_size_x = 64) in;

layout(std430, set = 0, binding = 0) writeonly buffer Results
{
    int results[64][10];
};

int fallThrough(int x)
{
    int trace = 0;
    switch (x % 7)
    {
    case 0:
        trace += 1;
    case 1:
        trace += 10;
        break;
    case 3:
        trace += 100;
    case 4:
    case 5:
        trace += 1000;
        if (x > 30)
        {
            break;
        }
        trace += 10000;
    default:
        trace += 100000;
    }
    return trace;
}

// The smallest pair a <= b with a * b == x and a > 1, as 100 * a + b; 0 for one, -1 for a prime.
int firstFactors(int x)
{
    if (x < 2)
    {
        return 0;
    }
    for (int a = 2; a <= x; ++a)
    {
        for (int b = a; b <= x; ++b)
        {
            if (a * b > x)
            {
                break;
            }
            if (a * b == x)
            {
                return 100 * a + b;
            }
        }
    }
    return -1;
}

int collatzLength(int x)
{
    int length = 0;
    do
    {
        ++length;
        if (x == 1)
        {
            break;
        }
        x = (x & 1) != 0 ? 3 * x + 1 : x / 2;
    } while (length < 100);
    return length;
}

int switchInLoop(int x)
{
    int state = x % 3;
    int steps = 0;
    for (;;)
    {
        ++steps;
        switch (state)
        {
        case 0:
            state = 2;
            continue;
        case 1:
            if (steps > x % 5 + 2)
            {
                return 10 * steps + 1;
            }
            state = 0;
            break;
        case 2:
            state = 1;
            break;
        }
        if (steps > 8)
        {
            break;
        }
    }
    return 10 * steps + 2;
}

void main()
{
    const int id = int(gl_LocalInvocationIndex);

    // Nested loops, continue and break on both levels.
    int sum = 0;
    int lastInner = -1;
    for (int i = 0; i < 10; ++i)
    {
        if ((i + id) % 4 == 1)
        {
            continue;
        }
        int j = 0;
        for (; j < 8; ++j)
        {
            if (((i ^ j) & 1) == 0)
            {
                continue;
            }
            if (i * j > id)
            {
                break;
            }
            sum += i * j + 1;
        }
        lastInner = j;
        if (sum > 3 * id + 20)
        {
            break;
        }
    }
    results[id][0] = sum;
    results[id][1] = lastInner;

    results[id][2] = fallThrough(id);
    results[id][3] = firstFactors(id);
    results[id][4] = collatzLength(id + 1);
    results[id][5] = switchInLoop(id);

    // A value of the last iteration, in lanes that leave in different iterations and from different places.
    int a = id, b = 0, leftBy = 0;
    while (true)
    {
        b = a * 2 + 1;
        if (b > 90)
        {
            leftBy = 1;
            break;
        }
        a = b - id / 2;
        if ((a & 7) == 5)
        {
            leftBy = 2;
            break;
        }
        if (a > 200 || a <= 0)
        {
            leftBy = 3;
            break;
        }
    }
    results[id][6] = a;
    results[id][7] = b;
    results[id][8] = leftBy;

    // Short-circuit evaluation with side effects.
    int calls = 0;
    const bool both = (id & 1) != 0 && (calls += 1) > 0 && (id & 2) != 0 && (calls += 10) > 0;
    const bool either = (id & 4) != 0 || (calls += 100) > 100;
    results[id][9] = calls + (both ? 1000 : 0) + (either ? 10000 : 0);
}
