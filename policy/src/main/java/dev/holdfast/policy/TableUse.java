package dev.holdfast.policy;

/** A table that an operation locks. */
public record TableUse(TableName table, Position at) {}
