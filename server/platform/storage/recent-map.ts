/** A map that keeps the `most` entries that were set last, so that entries that are never deleted do not accumulate. */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly most: number) {
    super()
  }

  override set(key: Key, value: Value) {
    this.delete(key)
    super.set(key, value)
    for (const oldest of this.keys()) {
      if (this.size <= this.most) break
      this.delete(oldest)
    }
    return this
  }
}
