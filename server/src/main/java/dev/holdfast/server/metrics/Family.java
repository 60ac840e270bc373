package dev.holdfast.server.metrics;

/** Metrics of one name. */
interface Family {

  /** Appends its HELP and TYPE lines and all its samples. */
  void write(StringBuilder out);

  static void head(StringBuilder out, String name, String type, String help) {
    out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  /** Whole numbers without a point, as people write them. */
  static String number(double value) {
    if (value == Double.POSITIVE_INFINITY) {
      return "+Inf";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
