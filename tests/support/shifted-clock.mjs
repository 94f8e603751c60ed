// Loaded before a server (`node --import`): its machine's clock is a hundred days fast.
const TrueDate = Date
const SHIFT = 100 * 86_400_000

globalThis.Date = class extends TrueDate {
  constructor(...given) {
    if (given.length > 0) super(...given)
    else super(TrueDate.now() + SHIFT)
  }
  static now() {
    return TrueDate.now() + SHIFT
  }
}
