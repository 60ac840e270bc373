package org.springframework.jdbc.datasource;

import java.sql.Connection;

/** Stands for Spring's interface of this name, which core knows by its name only. */
public interface ConnectionProxy extends Connection {}
