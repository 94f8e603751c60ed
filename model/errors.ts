/** Error codes of the API and their HTTP status. The panel translates `errors.<code>`. */
export const errorStatus = {
  invalid_body: 400,
  invalid_text: 400,
  too_complex: 400,
  invalid_query: 400,
  unknown_field: 400,
  unknown_operator: 400,
  invalid_offset: 400,
  invalid_batch: 400,
  idempotency_key: 400,
  checksum_algorithm: 400,
  session_expired: 401,
  second_factor: 401,
  wrong_code: 401,
  user_not_found: 404,
  wrong_password: 404,
  sign_in_failed: 404,
  no_role: 403,
  account_closed: 403,
  email_missing: 403,
  email_unverified: 403,
  third_party_refused: 403,
  passkey_refused: 403,
  passkey_unknown: 403,
  set_up: 403,
  setup_code: 403,
  forbidden: 403,
  forbidden_fields: 403,
  token_access: 403,
  view_only: 403,
  forbidden_role: 403,
  not_found: 404,
  user_exists: 409,
  other_account: 409,
  stale: 409,
  state: 409,
  quota: 409,
  upload_quota: 409,
  upload_offset: 409,
  file_attached: 409,
  referred_to: 409,
  restore_taken: 409,
  restore_missing: 409,
  restore_full: 409,
  latest_version: 409,
  unchanged: 409,
  idempotency_running: 409,
  last_root: 409,
  last_admin: 409,
  partner_accounts: 409,
  tus_version: 412,
  too_large: 413,
  part_type: 415,
  wrong_file_type: 415,
  checksum_mismatch: 422,
  idempotency_reused: 422,
  file_missing: 422,
  validation: 422,
  // Status 460 is defined by the tus extension `checksum`.
  part_checksum: 460,
  too_many_guests: 422,
  too_many_views: 422,
  too_many_passkeys: 422,
  too_many_requests: 429,
  too_many_mails: 429,
  resent_already: 429,
  server_error: 500,
  unavailable: 503,
  insufficient_storage: 507,
  read_only: 507,
  third_party_down: 503,
  // Errors of one-time links (specification §8); `params.reason` has the details.
  OB1: 400,
  OB2: 404,
  OB3: 403,
  OB4: 404,
  OB5: 409,
  OB6: 422,
} as const
export type ErrorCode = keyof typeof errorStatus

/** Validation errors of a field. The panel translates `validation.<code>`. */
const fieldCodes = [
  'required',
  'invalid',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'unknown_option',
  'unknown_record',
  'not_yours',
  'needs',
  'taken',
  'too_many',
  'not_https',
  'internal_address',
  'not_domain',
  'too_late',
  'in_the_past',
  'other_company',
  'no_partner',
  'no_provider',
  'not_now',
  'same',
  'before_start',
  'quota',
  'not_360',
  'half_sphere',
  'stereo_sphere',
  'partial_sphere',
  'cube_map',
  'mesh',
  'fisheye',
  'two_fisheyes',
  'wrong_old_password',
  'own_email',
  'unknown_placeholder',
  'missing_placeholder',
  'broken_placeholder',
  'partial_link',
  'picture_unreadable',
  'picture_pixels',
  'picture_animated',
  'picture_bytes',
] as const
export type FieldCode = (typeof fieldCodes)[number]

export const isFieldCode = (text: string): text is FieldCode => fieldCodes.some(code => code === text)

export type ErrorDetails = {
  /** Codes by field path. */
  readonly fields?: Readonly<Record<string, FieldCode>>
  /** Values for the translated message's placeholders. */
  readonly params?: Readonly<Record<string, string | number>>
  /** The current record, on `stale`. */
  readonly current?: Readonly<Record<string, unknown>>
  /** Seconds. */
  readonly retryAfter?: number
}

/** An error response with a stable code. `message` is English, for logs and other clients. */
export class ApiError extends Error {
  readonly status: number
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = errorStatus[code]
  }
}

export const invalidFields = (fields: Readonly<Record<string, FieldCode>>) =>
  new ApiError('validation', `Invalid fields: ${Object.keys(fields).join(', ')}`, { fields })

/** The message of anything that was thrown. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
