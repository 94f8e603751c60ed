/** In place of the package `object.entries`: every browser that runs the panel has it. */
module.exports = Object.entries
