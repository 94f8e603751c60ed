export type SnapshotState = 'off' | 'ok' | 'failing'

/** How the last automatic snapshot ended, for health: otherwise a log line alone would know. */
export const createSnapshotState = (isOn: boolean) => {
  let state: SnapshotState = isOn ? 'ok' : 'off'
  return {
    state: () => state,
    record: (outcome: 'ok' | 'failing') => {
      state = outcome
    },
  }
}

export type SnapshotStates = ReturnType<typeof createSnapshotState>
