export const processing = {
  admin: {
    job: {
      progress: 'Progress',
      secondsLeft: '%{count} s left',
      minutesLeft: '%{count} min left',
      hoursLeft: '%{count} h left',
      notReady: 'Videos are not being processed at the moment',
      missing: {
        worker:
          'No worker is running. Uploads work, and jobs wait in the queue. The operator starts a worker with “npm run worker”, or restarts the server.',
        ffmpeg:
          'ffmpeg is missing on the worker. Uploads work, and jobs wait in the queue. The operator installs ffmpeg 5.1 or later, or sets FFMPEG_PATH.',
      },
    },
  },
  reasons: {
    no_circles: 'The file shows no circles of two lenses. If it is stitched already, add it as a 360 video.',
    unreadable_video: 'The file is not a readable video. Export it again as mp4 (H.264 or H.265).',
    no_video: 'The file has no video stream, only audio or data. Send the file with the video.',
    truncated:
      'The file is incomplete: part of the video is missing. Copy it from the camera again and send it once more.',
    too_small: 'The video is too small to be a 360° video.',
    not_equirectangular:
      'The width of the video is not twice its height, as in a 360° video. Stitch it first.',
    one_lens: 'The file holds one lens only. Send the second file too.',
    pair_duration: 'The two files do not have the same duration: they are not of the same recording.',
    pair_size: 'The two files do not have the same dimensions: they are not of the same recording.',
    pair_same: 'The two files are identical. Send the front and the back.',
    beyond_end: 'The selected range is beyond the end of the video. Choose another.',
    not_enough_parallax:
      'The camera hardly moves, so depth cannot be measured. Choose a part where it does, or the fast mode.',
    file_missing: 'The file is no longer on the server. Send it again.',
    file_damaged: 'The file is damaged on the server. Send it again.',
    out_of_memory: 'The worker ran out of memory. Try again when it is less busy, or choose a shorter range.',
    disk_full: "The worker's disk is full. Ask the operator to free some space, then try again.",
    engine_failed: 'The 3D engine failed. See the log for details.',
    engine_missing: 'The 3D engine could not be started. Ask the operator to check VECTO_ENGINE.',
    no_answer: 'The worker stopped responding. Try again.',
    too_much_output:
      'The video tool wrote without end, as it does for a damaged file. Export the video again.',
    too_slow:
      'The job exceeded the time limit. Choose a shorter range, or try again when the worker is less busy.',
    worker_lost: 'The worker stopped repeatedly during this job. Ask the operator to check its log.',
    cancelled: 'It was cancelled.',
    internal:
      'An unexpected error occurred on the server. Try again; if it fails again, ask the operator to check the log.',
  },
} as const
