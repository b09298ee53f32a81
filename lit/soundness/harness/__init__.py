"""Tests of the promise that an element printed without a mark has that value on every conforming implementation."""
