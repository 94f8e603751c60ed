import { describe, expect, it } from 'vitest'
import { ApiError } from '~/model/errors'
import { declaredType, uploadError } from '~/server/features/uploads/uploads'

describe('errors of an upload', () => {
  it.each([
    [404, 'not_found', 404],
    [409, 'upload_offset', 409],
    [410, 'not_found', 404],
    [413, 'too_large', 413],
    [423, 'upload_offset', 409],
    [500, 'server_error', 500],
    [400, 'invalid_body', 400],
    [403, 'invalid_body', 400],
    [412, 'invalid_body', 400],
    [415, 'invalid_body', 400],
  ])('maps the tus status %d to %s with status %d', (status_code, code, status) => {
    expect(uploadError({ status_code, body: 'Something\n' })).toMatchObject({
      code,
      status,
      message: 'Something',
    })
  })

  it('returns an error of the API unchanged', () => {
    const error = new ApiError('upload_quota', 'Too many', { params: { uploads: 3 } })
    expect(uploadError(error)).toBe(error)
  })

  it('hides the message of an unexpected error', () => {
    const error = uploadError(new TypeError('cannot read /srv/data/files'))
    expect(error.code).toBe('server_error')
    expect(error.message).not.toContain('/srv')
  })
})

describe('the declared type of an upload', () => {
  it.each([
    [{ filetype: 'video/mp4' }, 'video/mp4'],
    [{ contentType: 'video/mp4' }, 'video/mp4'],
    [{ filetype: 'image/png', contentType: 'video/mp4' }, 'image/png'],
    [{ filetype: ' Video/MP4 ' }, 'Video/MP4'],
    [{ filetype: 'application/vnd.ms-excel.sheet+xml' }, 'application/vnd.ms-excel.sheet+xml'],
    [{ filetype: 'text/plain; charset=utf-8' }, 'text/plain; charset=utf-8'],
    [{ filetype: 'text/plain;charset="utf-8"' }, 'text/plain;charset="utf-8"'],
    [{ filetype: '' }, ''],
    [{ filetype: '  ' }, ''],
    [{ filetype: null }, ''],
    [{}, ''],
    [undefined, ''],
  ])('the declared type of an upload with the metadata %j is %j', (metadata, type) => {
    expect(declaredType({ metadata })).toBe(type)
  })

  it.each([
    'video',
    '/mp4',
    'video/',
    'video/mp4/x',
    'video mp4',
    '*/*',
    'text/html\r\nSet-Cookie: a=b',
    'text/plain; name=été',
    'text/plain;\0',
    '-a/b',
    '<script>/x',
  ])('rejects the declared type %j with 415', filetype => {
    expect(() => declaredType({ metadata: { filetype } })).toThrow(expect.objectContaining({ status: 415 }))
  })
})
