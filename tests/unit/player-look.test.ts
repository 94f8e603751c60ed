import { describe, expect, it } from 'vitest'
import { frameAt, insideFrame } from '~/src/player/transport'
import { drag, noMotion, slowed, straightAhead, turn, zoom } from '~/src/player/view-direction'

describe('where one looks', () => {
  it('goes round and round, but never over the top', () => {
    expect(turn(straightAhead, 190, 0).yaw).toBe(-170)
    expect(turn(straightAhead, -190, 0).yaw).toBe(170)
    expect(turn(straightAhead, 720, 0).yaw).toBe(0)
    expect(turn(straightAhead, 0, 300).pitch).toBe(89)
    expect(turn(straightAhead, 0, -300).pitch).toBe(-89)
  })

  it('comes nearer and goes away within what eyes can bear', () => {
    expect(zoom(straightAhead, 1.5).fov).toBe(50)
    expect(zoom(straightAhead, 100).fov).toBe(25)
    expect(zoom(straightAhead, 0.01).fov).toBe(105)
  })

  it('follows the finger: the height of the view is the angle that it shows', () => {
    expect(drag(straightAhead, -300, 0, 300).yaw).toBe(straightAhead.fov)
    expect(drag(straightAhead, 0, 150, 300).pitch).toBe(straightAhead.fov / 2)
  })

  it('let go of, is slower and slower until it stands', () => {
    const thrown = { across: 1, down: 0 }
    const soon = slowed(thrown, 100)
    expect(soon.across).toBeLessThan(0.6)
    expect(soon.across).toBeGreaterThan(0.4)
    expect(slowed(thrown, 2000)).toBe(noMotion)
  })
})

describe('the images of a film', () => {
  it.each([24, 25, 29.97, 30, 60, 240])('at %s a second, each is found by a time inside it', rate => {
    for (let frame = 0; frame < 5000; frame += 7) expect(frameAt(insideFrame(frame, rate), rate)).toBe(frame)
  })

  it('a time in thousandths is of the image that begins then', () => {
    for (let frame = 0; frame < 5000; frame++)
      expect(frameAt(Number((frame / 29.97).toFixed(3)), 29.97)).toBe(frame)
  })

  it('are none before the first', () => {
    expect(frameAt(-1, 30)).toBe(0)
    expect(insideFrame(-3, 25)).toBe(0.02)
  })
})
