package dev.holdfast.policy.check.source;

/** Lines and columns of offsets. */
final class Lines {
  private Lines() {}

  static Place place(String file, String content, int offset) {
    int line = 1;
    int start = 0;
    for (int i = content.indexOf('\n'); i >= 0 && i < offset; i = content.indexOf('\n', i + 1)) {
      line++;
      start = i + 1;
    }
    return new Place(file, line, offset - start + 1);
  }
}
