import * as z from 'zod/mini'
import { type ErrorKind, type JsonValue, resultStatuses, severities, strict, toProblems } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { Recording } from './recording.ts'

/**
 * Reads a recording, which people edit by hand.
 * @param name the file's name in messages
 * @throws CheckwrightError `RECORDING_INVALID` that lists every mistake with its path
 */
export function parseRecording(text: string, name: string): Recording {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw createRecordingInvalidError(name, [`is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`])
  }
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  if (isOfAnotherVersion(value))
    throw createRecordingInvalidError(name, ['was written by another version; record it again'])
  throw createRecordingInvalidError(
    name,
    toProblems(error.issues, value).map(({ path, message }) => (path === '' ? message : `${path} ${message}`)),
  )
}

// A foreign file may have thousands of problems.
const recordingProblemsMax = 10

function createRecordingInvalidError(name: string, problems: readonly string[]): CheckwrightError {
  const more = problems.length > recordingProblemsMax ? [`and ${problems.length - recordingProblemsMax} more`] : []
  const lines = [...problems.slice(0, recordingProblemsMax), ...more].map((problem) => `\n  ${problem}`)
  return new CheckwrightError(`${name} is not a recording that can be replayed:${lines.join('')}`, {
    code: 'RECORDING_INVALID',
  })
}

const current = 'checkwright.recording/v1'

function isOfAnotherVersion(value: unknown): boolean {
  const schema = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : undefined
  return typeof schema === 'string' && schema.startsWith('checkwright.recording/') && schema !== current
}

// JSON.parse returns JSON: checking each member again would take longer than the replay.
const json = z.custom<JsonValue>((value) => value !== undefined)
const jsonRecord = z.record(z.string(), json)
const kind = z.custom<ErrorKind>((value) => typeof value === 'string', 'must be the kind of an error')
const resultStatus = z.enum(resultStatuses)
const body = {
  json: z.exactOptional(json),
  text: z.exactOptional(z.union([z.string(), z.array(z.string())])),
  base64: z.exactOptional(z.string()),
}

const result = strict({
  status: resultStatus,
  resource: strict({ type: z.string(), id: z.string(), name: z.exactOptional(z.string()) }),
  title: z.string(),
  description: z.exactOptional(z.string()),
  severity: z.exactOptional(z.enum(severities)),
  remediation: z.exactOptional(z.string()),
  fix: z.exactOptional(z.string()),
  evidence: json,
})

const schema = strict({
  schema: z.literal(current),
  connector: strict({
    id: z.string(),
    version: z.string(),
    source: z.exactOptional(
      strict({ format: z.literal('connector/v1'), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    ),
    file: z.exactOptional(z.string()),
  }),
  inputs: strict({
    now: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'must be a time in ISO 8601')),
    variables: jsonRecord,
    settings: jsonRecord,
    credentials: jsonRecord,
    stateBefore: jsonRecord,
  }),
  checks: z.array(
    strict({
      id: z.string(),
      status: z.enum([...resultStatuses, 'error']),
      complete: z.boolean(),
      variables: z.exactOptional(jsonRecord),
      error: z.exactOptional(strict({ kind, code: z.string(), retryable: z.boolean() })),
      undecided: z.exactOptional(z.int()),
      results: z.array(result),
    }),
  ),
  inventories: z.exactOptional(
    z.array(
      strict({
        id: z.string(),
        complete: z.boolean(),
        count: z.int(),
        variables: z.exactOptional(jsonRecord),
        facts: z.exactOptional(z.array(z.string())),
        error: z.exactOptional(strict({ kind, code: z.string(), retryable: z.boolean() })),
      }),
    ),
  ),
  exchanges: z.array(
    strict({
      checks: z.array(z.string()),
      request: strict({
        method: z.string(),
        url: z.string(),
        type: z.exactOptional(z.string()),
        target: z.exactOptional(z.string()),
        anonymous: z.exactOptional(z.literal(true)),
        ...body,
      }),
      response: z.exactOptional(
        strict({
          status: z.int(),
          headers: z.exactOptional(z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
          ...body,
        }),
      ),
      error: z.exactOptional(z.string()),
      attempt: z.exactOptional(z.int()),
      step: z.exactOptional(z.string()),
    }),
  ),
})
