import { Histogram } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { isStorableText } from '~/model/text'
import { videoReasons } from '~/model/video/processing-states'
import { createJobLog, endOf, failureFields, stageTimes } from '~/server/features/processing/job-run'
import { lacking } from '~/server/features/processing/readiness'
import { Failure } from '~/server/video/ffmpeg'

const noon = '2026-11-27T12:00:00.000Z'
const logAt = (clock = { now: Date.parse(noon) }) => createJobLog(() => new Date(clock.now))
const linesOf = (log: ReturnType<typeof logAt>) => log.kept().log.split('\n')

describe('job log', () => {
  it('the job log is empty before the first line', () => {
    expect(logAt().kept()).toEqual({ log: '', createdAt: noon })
  })

  it('each line of the job log begins with its time', () => {
    const clock = { now: Date.parse(noon) }
    const log = logAt(clock)
    log.add('begun')
    clock.now += 61_001
    log.add('')
    clock.now += 1000
    expect(log.kept()).toEqual({
      log: `${noon} begun\n2026-11-27T12:01:01.001Z `,
      createdAt: '2026-11-27T12:01:02.001Z',
    })
  })

  it.each([1999, 2000, 2001, 50_000])('truncates a line of %d characters to 2,000', length => {
    const log = logAt()
    log.add('x'.repeat(length))
    expect(linesOf(log)[0]?.length).toBe(noon.length + 1 + Math.min(2000, length))
  })

  it.each([
    ['a NUL', 'frame\0 12'],
    ['half of a surrogate pair', '\ud83d frame'],
    ['a surrogate pair at the limit', `${'x'.repeat(1999)}🚶`],
  ])('the job log stays storable when an engine prints %s', (_what, line) => {
    const log = logAt()
    log.add(line)
    expect(isStorableText(log.kept().log)).toBe(true)
  })

  it('drops the first lines of a job log that is too long and marks the cut', () => {
    const log = logAt()
    for (let index = 0; index < 10_000; index++) log.add(`line ${index} ${'x'.repeat(100)}`)
    const lines = linesOf(log)
    expect(log.kept().log.length).toBeLessThanOrEqual(200_000)
    expect(log.kept().log.length).toBeGreaterThan(90_000)
    expect([lines[0], lines.filter(line => line === '…').length]).toEqual(['…', 1])
    expect(lines.at(-1)).toContain('line 9999 ')
    const numbers = lines.slice(1).map(line => Number(/line (\d+)/.exec(line)?.[1]))
    expect(numbers).toEqual(numbers.map((_, at) => 10_000 - numbers.length + at))
  })
})

describe('failed job', () => {
  it('no_answer and too_slow end a job as a timeout, every other reason as a failure', () => {
    const late = videoReasons.filter(code => endOf({ code }) === 'timeout')
    expect(late).toEqual(['no_answer', 'too_slow'])
    expect(endOf({ code: 'internal' })).toBe('ko')
  })

  it.each([
    ['disk_full', 'No space', { reason: 'No space', reasonCode: 'disk_full', status: 'ko' }],
    ['too_slow', 'Too long', { reason: 'Too long', reasonCode: 'too_slow', status: 'timeout' }],
    ['engine_failed', 'a\0b', { reason: 'a\ufffdb', reasonCode: 'engine_failed', status: 'ko' }],
    ['engine_failed', 'a\udc00', { reason: 'a\ufffd', reasonCode: 'engine_failed', status: 'ko' }],
  ] as const)('stores the failure %s with the message %j as storable text', (code, message, fields) => {
    expect(failureFields(new Failure(code, message))).toEqual({ ...fields, progress: null })
  })
})

describe('missing requirements of waiting jobs', () => {
  const worker = (...missing: string[]) => ({ missing, places: 1 })

  it.each([
    ['no worker', [], ['worker']],
    ['a worker that lacks nothing', [worker()], []],
    ['one of two workers that lacks nothing', [worker('ffmpeg'), worker()], []],
    ['workers that lack the same', [worker('ffmpeg'), worker('ffmpeg')], ['ffmpeg']],
    ['workers that lack different things', [worker('ffmpeg'), worker('engine')], ['ffmpeg', 'engine']],
  ])('jobs wait, with %s, for %j', (_name, workers, missing) => {
    expect(lacking(workers)).toEqual(missing)
  })
})

describe('stage times of a run', () => {
  const begin = () => {
    const jobStages = new Histogram({
      name: 'stages',
      help: '-',
      labelNames: ['job', 'stage'],
      registers: [],
    })
    const counted = async () =>
      Object.fromEntries(
        (await jobStages.get()).values.flatMap(({ metricName, labels, value }) =>
          metricName === 'stages_count' ? [[labels.stage, value]] : [],
        ),
      )
    return { times: stageTimes({ jobStages }, 'prepare-video'), counted }
  }

  it('measures each stage until the next and ignores a repeated stage', async () => {
    const { times, counted } = begin()
    for (const stage of ['probing', 'probing', 'playable', 'probing']) times.enter(stage)
    times.complete()
    expect(await counted()).toEqual({ start: 1, probing: 2, playable: 1 })
  })

  it('omits the time of the stage in which the run failed', async () => {
    const { times, counted } = begin()
    times.enter('engine')
    expect([times.current(), await counted()]).toEqual(['engine', { start: 1 }])
  })
})
