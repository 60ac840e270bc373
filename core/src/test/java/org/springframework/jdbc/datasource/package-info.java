/** Spring's names, without Spring. */
@NullMarked
package org.springframework.jdbc.datasource;

import org.jspecify.annotations.NullMarked;
