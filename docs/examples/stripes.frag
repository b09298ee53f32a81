#version 450
layout(location = 0) out float shade;

void main() { shade = mod(gl_FragCoord.x, 4.0) / 4.0; }
