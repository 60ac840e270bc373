package dev.holdfast.server.doctor;

import java.sql.SQLException;

/** One thing to look at. */
@FunctionalInterface
interface Check {

  Finding look(Patient patient) throws SQLException;
}
