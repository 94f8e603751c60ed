import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Catalogue } from '~/i18n/catalogue'
import { followPlayback } from '~/src/player/follow-playback'
import { hasHeadset } from '~/src/player/headset'
import { type Mode, modes } from '~/src/player/player-types'
import type { Stage } from '~/src/player/sphere-stage'
import { type Transport, USUAL_RATE, useTransport } from '~/src/player/transport'
import { type Media, useFullScreen, useMedia } from '~/src/player/use-media'
import { useStage } from '~/src/player/use-stage'
import { handleKey, straightAhead } from '~/src/player/view-direction'
import { duration } from '~/src/ui/format'
import { filled } from '~/src/ui/language-files'
import type { Opened, WatchCalls } from './watch-calls'

/** The texts of the page and of its player. */
export type Texts = Catalogue['watch'] & { readonly player: Catalogue['texts']['admin']['player'] }

/** Shapes of the controls, on a grid of 24. */
const icons = {
  play: 'M8 5v14l11-7z',
  pause: 'M6 19h4V5H6zm8-14v14h4V5z',
  volume: 'M3 9v6h4l5 5V4L7 9zm13.5 3A4.5 4.5 0 0 0 14 8v8a4.5 4.5 0 0 0 2.5-4z',
  muted:
    'M3 9v6h4l5 5V4L7 9zm18.3 0.7-1.4-1.4-2.4 2.4-2.4-2.4-1.4 1.4 2.4 2.3-2.4 2.4 1.4 1.4 2.4-2.4 2.4 2.4 1.4-1.4-2.4-2.4z',
  reset:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM5 15H3v4a2 2 0 0 0 2 2h4v-2H5zM5 5h4V3H5a2 2 0 0 0-2 2v4h2zm14-2h-4v2h4v4h2V5a2 2 0 0 0-2-2zm0 16h-4v2h4a2 2 0 0 0 2-2v-4h-2z',
  headset: 'M3 7v10h6l3-3 3 3h6V7zm4.5 7a2 2 0 1 1 0-4 2 2 0 0 1 0 4zm9 0a2 2 0 1 1 0-4 2 2 0 0 1 0 4z',
  full: 'M7 14H5v5h5v-2H7zM5 10h2V7h3V5H5zm12 7h-3v2h5v-5h-2zM14 5v2h3v3h2V5z',
  leave: 'M5 16h3v3h2v-5H5zm3-8H5v2h5V5H8zm6 11h2v-3h3v-2h-5zm2-11V5h-2v5h5V8z',
} as const

type ControlProps = {
  readonly label: string
  readonly icon: keyof typeof icons
  readonly onClick: () => void
}

const Control = ({ label, icon, onClick }: ControlProps) => (
  <button type="button" className="watch-control" aria-label={label} title={label} onClick={onClick}>
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={icons[icon]} fill="currentColor" />
    </svg>
  </button>
)

type BarProps = {
  readonly texts: Texts
  readonly media: Media
  readonly transport: Transport
  readonly rate: number
}

/** The position in the video; an arrow key moves it by a frame. */
const SeekBar = ({ texts, media, transport, rate }: BarProps) => {
  const whole = (seconds: number) => duration(Math.floor(seconds))
  const text = `${whole(media.time)} / ${whole(media.duration)}`
  return (
    <div className="watch-seek">
      <input
        type="range"
        min={0}
        max={media.duration || 1}
        step={1 / rate}
        value={media.time}
        disabled={media.duration === 0}
        aria-label={texts.player.position}
        aria-valuetext={text}
        onChange={event => transport.seek(Number(event.currentTarget.value))}
      />
      <span aria-hidden="true">{text}</span>
    </div>
  )
}

const useHeadset = () => {
  const [there, setThere] = useState(false)
  useEffect(() => {
    void hasHeadset().then(setThere)
  }, [])
  return there
}

/** How the two eyes' images are shown; without a stage the video is flat. */
const ViewControls = ({ texts: { player }, stage }: { texts: Texts; stage: Stage }) => {
  const [mode, setMode] = useState<Mode>('mono')
  const headset = useHeadset()
  useEffect(() => stage.setMode(mode), [stage, mode])
  return (
    <>
      <select
        value={mode}
        aria-label={player.mode}
        title={player.mode}
        onChange={event => setMode(modes.find(each => each === event.currentTarget.value) ?? 'mono')}
      >
        {modes.map(each => (
          <option key={each} value={each}>
            {player.modes[each]}
          </option>
        ))}
      </select>
      {headset && <Control label={player.headset} icon="headset" onClick={() => void stage.enterHeadset()} />}
      <Control label={player.reset} icon="reset" onClick={() => stage.setLook(straightAhead)} />
    </>
  )
}

const Bar = ({ children, ...props }: BarProps & { children: ReactNode }) => {
  const { texts, media, transport } = props
  const { player } = texts
  return (
    <div className="watch-bar">
      <SeekBar {...props} />
      <div className="watch-controls">
        <Control
          label={media.playing ? player.pause : player.play}
          icon={media.playing ? 'pause' : 'play'}
          onClick={transport.toggle}
        />
        <Control
          label={media.muted ? player.unmute : player.mute}
          icon={media.muted ? 'muted' : 'volume'}
          onClick={transport.mute}
        />
        <input
          className="watch-volume"
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={media.muted ? 0 : media.volume}
          aria-label={player.volume}
          onChange={event => transport.setVolume(Number(event.currentTarget.value))}
        />
        <span className="watch-space" />
        {children}
      </div>
    </div>
  )
}

/** Seconds: a video at its first frame has not started. */
const STANDING = 0.01

const Overlay = ({ texts, media, onPlay }: { texts: Texts; media: Media; onPlay: () => void }) => {
  if (media.waiting || media.duration === 0)
    return (
      <div className="watch-overlay" role="progressbar" aria-label={texts.player.loading}>
        <span className="watch-spinner" />
      </div>
    )
  if (media.playing || media.time > STANDING) return null
  return (
    <div className="watch-overlay">
      {/* The bar has the same button, for keyboard and screen readers. */}
      <button type="button" className="watch-play" aria-hidden="true" tabIndex={-1} onClick={onPlay}>
        <svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true" focusable="false">
          <path d={icons.play} fill="currentColor" />
        </svg>
      </button>
    </div>
  )
}

/** The reason as in the panel, without the browser's own words. */
const failureOf = ({ player }: Texts, code: number) => {
  const known: Readonly<Record<string, string>> = player.mediaErrors
  return filled(player.error, { message: known[code] ?? player.mediaErrors['0'] })
}

const canDraw = () => typeof WebGL2RenderingContext !== 'undefined'

/** The view in which the visitor looks around; the video lies under the canvas. */
const usePlayer = (
  video: RefObject<HTMLVideoElement | null>,
  { ticket, framerate }: Opened,
  calls: WatchCalls,
) => {
  const view = useRef<HTMLDivElement>(null)
  const [flat, setFlat] = useState(() => !canDraw())
  const stage = useStage(view, video, 'top-bottom', () => setFlat(true))
  const transport = useTransport(video, {})
  const rate = framerate || USUAL_RATE
  useEffect(() => {
    if (video.current) return followPlayback(video.current, calls.reportFor(ticket))
  }, [video, calls, ticket])
  const obey = (event: KeyboardEvent) =>
    stage &&
    transport &&
    handleKey(event.nativeEvent, { transport, rate, look: stage.look, setLook: stage.setLook })
  return { view, flat, stage, transport, rate, obey }
}

type Props = {
  readonly texts: Texts
  readonly video: Opened
  readonly calls: WatchCalls
  readonly onRetry: () => void
}

/** The 3D video around the visitor, with the controls of the panel's player, but neither react-admin nor MUI. */
export const WatchPlayer = ({ texts, video: opened, calls, onRetry }: Props) => {
  const { player } = texts
  const frame = useRef<HTMLElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const media = useMedia(video)
  const { view, flat, stage, transport, rate, obey } = usePlayer(video, opened, calls)
  const { full, isFilled, toggle } = useFullScreen(frame)
  const [failure, setFailure] = useState<number>()
  const help = useId()
  const play = () => {
    transport?.play()
    // The clicked button disappears: without this the focus would be lost, and with it the keys.
    view.current?.focus({ preventScroll: true })
  }
  return (
    <section
      ref={frame}
      className={isFilled ? 'watch-frame filled' : 'watch-frame'}
      aria-label={filled(player.of, { name: opened.name })}
    >
      <h1 className="watch-title">{opened.name}</h1>
      <div className="watch-image">
        <div
          ref={view}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys look around in it.
          tabIndex={0}
          className={full ? 'watch-view full' : 'watch-view'}
          aria-label={filled(player.view, { name: opened.name })}
          aria-describedby={help}
          onKeyDown={obey}
        >
          {/* biome-ignore lint/a11y/useMediaCaption: a camera's recording, without narration. */}
          <video
            ref={video}
            src={opened.url}
            crossOrigin="anonymous"
            playsInline
            preload="auto"
            aria-hidden
            tabIndex={-1}
            onError={({ currentTarget }) => setFailure(currentTarget.error?.code ?? 0)}
          />
        </div>
        <p id={help} className="watch-unseen">
          {player.keys}
        </p>
        {failure === undefined && <Overlay texts={texts} media={media} onPlay={play} />}
        {failure !== undefined && (
          <div className="watch-overlay watch-failure" role="alert">
            <p>{failureOf(texts, failure)}</p>
            <button type="button" className="watch-button" onClick={onRetry}>
              {texts.retry}
            </button>
          </div>
        )}
      </div>
      {flat && <p className="watch-note">{player.flat}</p>}
      {transport && (
        <Bar texts={texts} media={media} transport={transport} rate={rate}>
          {stage && <ViewControls texts={texts} stage={stage} />}
          <Control
            label={full ? player.leaveFullScreen : player.fullScreen}
            icon={full ? 'leave' : 'full'}
            onClick={toggle}
          />
        </Bar>
      )}
    </section>
  )
}
