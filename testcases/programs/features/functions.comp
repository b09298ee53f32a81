// Function calls: in, out and inout parameters, swizzles and array elements as arguments, structs and arrays by value,
// a call chain, functions with several returns under divergence, global (Private) variables.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=undef(1152)' --dump 0.0:int32 --format json > %t.json
// RUN: %python %S/Inputs/check_functions.py %t.json
// RUN: spirv-run %s --subgroup-size 32 --buffer '0.0=undef(1152)' --dump 0.0:int32 --format json > %t.json
// RUN: %python %S/Inputs/check_functions.py %t.json
// RUN: spirv-run %s --subgroup-size 2 --buffer '0.0=undef(1152)' --dump 0.0:int32 --format json > %t.json
// RUN: %python %S/Inputs/check_functions.py %t.json

#version 450

layout(local_size_x = 32) in;

layout(std430, set = 0, binding = 0) writeonly buffer Results
{
    int results[32][9];
};

struct Account
{
    int balance;
    int history[3];
};

int callCount = 0;

// Copies arguments in at the call and out at the return.
void swap(inout int a, inout int b)
{
    const int old = a;
    a = b;
    b = old;
    ++callCount;
}

void split(int value, out int tens, out int ones)
{
    ones = value % 10;
    value /= 10; // the caller's variable is not changed
    tens = value;
    ++callCount;
}

bool withdraw(inout Account account, int amount)
{
    ++callCount;
    account.history[2] = account.history[1];
    account.history[1] = account.history[0];
    account.history[0] = amount;
    if (amount > account.balance)
    {
        return false;
    }
    account.balance -= amount;
    if (account.balance % 2 == 0)
    {
        account.balance += 1;
        return true;
    }
    return true;
}

int sum(int values[4])
{
    int total = 0;
    for (int i = 0; i < 4; ++i)
    {
        total += values[i];
        values[i] = -1; // a copy
    }
    return total;
}

int[4] rotated(int values[4], int by)
{
    int result[4];
    for (int i = 0; i < 4; ++i)
    {
        result[i] = values[(i + by) & 3];
    }
    return result;
}

// Aliased arguments: both parameters are copies of the same variable.
void addTo(inout int a, in int b)
{
    a += 1;
    a += b;
}

int clampedSquare(int x)
{
    if (x < 5)
    {
        return -x;
    }
    for (int i = 0; i < 100; ++i)
    {
        if (i * i >= x)
        {
            return i;
        }
    }
    return 1000;
}

void main()
{
    const int id = int(gl_LocalInvocationIndex);

    ivec3 v = ivec3(id, id + 100, id + 200);
    swap(v.x, v.z);
    int values[4] = int[4](1, 2, 3, id);
    swap(values[id & 3], v.y);
    results[id][0] = v.x * 1000000 + v.y * 1000 + v.z;
    results[id][1] = sum(values);

    const int before = id * 7;
    int tens, ones;
    split(before, tens, ones);
    results[id][2] = before * 10000 + tens * 100 + ones;

    Account account = Account(20, int[3](0, 0, 0));
    int succeeded = 0;
    for (int i = 0; i < 4; ++i)
    {
        succeeded = succeeded * 2 + (withdraw(account, (id + i * 5) % 13) ? 1 : 0);
    }
    results[id][3] = account.balance * 100 + succeeded;
    results[id][4] = account.history[0] * 10000 + account.history[1] * 100 + account.history[2];

    const int turned[4] = rotated(int[4](1, 20, 300, 4000), id);
    results[id][5] = turned[0] + 2 * turned[1] + 3 * turned[2] + 4 * turned[3];

    int both = id;
    addTo(both, both);
    results[id][6] = both;
    results[id][7] = clampedSquare(id * 3);
    results[id][8] = callCount;
}
