import { describe, expect, it } from 'vitest'
import { frameAt, insideFrame } from '~/src/player/transport'
import { drag, noMotion, slowed, straightAhead, turn, zoom } from '~/src/player/view-direction'

describe('the viewing direction', () => {
  it('wraps the yaw at 180 degrees and limits the pitch', () => {
    expect(turn(straightAhead, 190, 0).yaw).toBe(-170)
    expect(turn(straightAhead, -190, 0).yaw).toBe(170)
    expect(turn(straightAhead, 720, 0).yaw).toBe(0)
    expect(turn(straightAhead, 0, 300).pitch).toBe(89)
    expect(turn(straightAhead, 0, -300).pitch).toBe(-89)
  })

  it('limits the field of view when zooming', () => {
    expect(zoom(straightAhead, 1.5).fov).toBe(50)
    expect(zoom(straightAhead, 100).fov).toBe(25)
    expect(zoom(straightAhead, 0.01).fov).toBe(105)
  })

  it('dragging over the height of the view turns by its field of view', () => {
    expect(drag(straightAhead, -300, 0, 300).yaw).toBe(straightAhead.fov)
    expect(drag(straightAhead, 0, 150, 300).pitch).toBe(straightAhead.fov / 2)
  })

  it('slows a motion down until it stops', () => {
    const thrown = { across: 1, down: 0 }
    const soon = slowed(thrown, 100)
    expect(soon.across).toBeLessThan(0.6)
    expect(soon.across).toBeGreaterThan(0.4)
    expect(slowed(thrown, 2000)).toBe(noMotion)
  })
})

describe('frame times of a video', () => {
  it.each([24, 25, 29.97, 30, 60, 240])(
    'maps frames to times within them and back at %s frames per second',
    rate => {
      for (let frame = 0; frame < 5000; frame += 7)
        expect(frameAt(insideFrame(frame, rate), rate)).toBe(frame)
    },
  )

  it('maps a time rounded to milliseconds to the frame that begins then', () => {
    for (let frame = 0; frame < 5000; frame++)
      expect(frameAt(Number((frame / 29.97).toFixed(3)), 29.97)).toBe(frame)
  })

  it('maps times before the start to the first frame', () => {
    expect(frameAt(-1, 30)).toBe(0)
    expect(insideFrame(-3, 25)).toBe(0.02)
  })
})
