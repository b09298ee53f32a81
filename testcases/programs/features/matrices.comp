// Matrix and vector operations: products of all kinds, transpose, outerProduct, determinant, inverse, column access,
// component-wise product, and the geometric functions. Most numbers are chosen so that the results are exact.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=float32:2,1,0,-1,3,4,1,0,-2,5,0.5,2' --buffer '0.1=undef(512)' --dump 0.0:float32 --dump 0.1:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_matrices.py %t.json
// RUN: spirv-run %s --subgroup-size 32 --buffer '0.0=float32:4,-3,2,1,1,5,-1,2,0,3,7,-2' --buffer '0.1=undef(512)' --dump 0.0:float32 --dump 0.1:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_matrices.py %t.json

#version 450

layout(local_size_x = 1) in;

layout(std430, set = 0, binding = 0) readonly buffer Source
{
    float source[12];
};

layout(std430, set = 0, binding = 1) writeonly buffer Results
{
    float results[128];
};

uint at = 0;

void put(float x)
{
    results[at++] = x;
}

void put(vec2 v)
{
    put(v.x);
    put(v.y);
}

void put(vec3 v)
{
    put(v.xy);
    put(v.z);
}

void put(vec4 v)
{
    put(v.xyz);
    put(v.w);
}

void put(mat3 m)
{
    put(m[0]);
    put(m[1]);
    put(m[2]);
}

void main()
{
    const mat3 a = mat3(source[0], source[1], source[2], source[3], source[4], source[5], source[6], source[7], source[8]);
    const vec3 v = vec3(source[9], source[10], source[11]);
    const mat3 b = mat3(1.0, 2.0, 0.0, -1.0, 0.0, 3.0, 2.0, 1.0, 1.0);

    put(a * b);                   //   0
    put(a * v);                   //   9
    put(v * a);                   //  12
    put(transpose(a));            //  15
    put(outerProduct(v, a[1]));   //  24
    put(matrixCompMult(a, b));    //  33
    put(a + b * 2.0);             //  42
    put(determinant(a));          //  51
    put(inverse(a) * a);          //  52: close to the identity
    const mat2x3 tall = mat2x3(a[0], v);
    put(transpose(tall) * a[2]);  //  61
    put(tall * vec2(2.0, -1.0));  //  63
    const mat4 c = mat4(2.0, 0.0, 0.0, 1.0, 0.0, 3.0, 0.0, 0.0, 1.0, 0.0, 4.0, 0.0, 0.0, 2.0, 0.0, 1.0);
    put(determinant(c));          //  66
    put(inverse(c) * vec4(v, 1)); //  67
    put(determinant(mat2(a)));    //  71
    mat3 d = a;
    d[1] = v;
    d[2].yx = v.xy;
    put(d);                       //  72
    put(cross(a[0], v));          //  81
    put(dot(a[0], v));            //  84
    put(length(vec3(2.0, 3.0, 6.0)));            //  85
    put(normalize(vec2(3.0, 4.0)));              //  86
    put(reflect(v, vec3(0.0, 1.0, 0.0)));        //  88
    put(faceforward(v, a[0], vec3(1.0, 0.0, 0.0))); //  91
    put(distance(a[0], a[1]));    //  94
    put(mix(a[0], v, 0.25));      //  95
    put(-a[2]);                   //  98
    put(mat3(2.0));               // 101
    while (at < 128)
    {
        put(0.0);
    }
}
