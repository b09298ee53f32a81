# Turns the comments of a header into comments that Doxygen reads: those before a declaration, and those behind one.

# The first line describes the file.
1s|^// |/// @file\n/// |
s|^( *)// |\1/// |
# Behind what ends or includes something, a comment describes nothing.
/^ *(\}|#|class [A-Za-z]+;)/!s|([^ /]) +// |\1  ///< |
