#version 450
void main() {
  uint x = missing;
}
