/** Replaces the package `object.entries`: every browser that runs the panel supports it. */
module.exports = Object.entries
