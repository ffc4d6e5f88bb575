import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { version } from '../../define/index.ts'

/** `time`: epoch ms. */
export type ParquetType = 'text' | 'integer' | 'number' | 'time'

export interface ParquetColumn {
  readonly name: string
  readonly type: ParquetType
}

export type ParquetValue = string | number | null

/** Rows of a group are in memory, so that a long table needs no more of it than a short one. */
const groupRowsMax = 20_000
const groupCharactersMax = 8_000_000

const elements = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
} as const

/**
 * A table as Apache Parquet, in pieces: each group of rows when it is full. Every column may have nulls. Texts are as they are, but for
 * halves of characters, which UTF-8 cannot have.
 * @param rows values in the order of the columns
 */
export async function* writeParquet(
  columns: readonly ParquetColumn[],
  rows: Iterable<readonly ParquetValue[]> | AsyncIterable<readonly ParquetValue[]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = new ByteWriter()
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, type }) => ({
        name: name.toWellFormed(),
        ...elements[type],
        repetition_type: 'OPTIONAL' as const,
      })),
    ],
    createdBy: `checkwright ${version}`,
  })
  let group = columns.map(() => [] as unknown[])
  let count = 0
  let characters = 0
  const writeGroup = () => {
    const columnData = columns.map(({ name }, index) => ({
      name: name.toWellFormed(),
      data: group[index] ?? [],
      offsetIndex: false,
    }))
    parquet.write({ columnData, rowGroupSize: groupRowsMax })
    group = columns.map(() => [])
    count = 0
    characters = 0
  }
  for await (const row of rows) {
    for (const [index, { type }] of columns.entries()) {
      const value = row[index] ?? null
      if (typeof value === 'string') characters += value.length
      group[index]?.push(toStored(value, type))
    }
    count++
    if (count < groupRowsMax && characters < groupCharactersMax) continue
    writeGroup()
    yield takeBytes(bytes)
  }
  if (count > 0) writeGroup()
  parquet.finish()
  yield takeBytes(bytes)
}

function toStored(value: ParquetValue, type: ParquetType): unknown {
  if (value === null) return undefined
  if (type === 'text') return String(value).toWellFormed()
  if (type === 'integer') return BigInt(value)
  return type === 'time' ? new Date(value) : Number(value)
}

/** What was written, so that the writer begins its buffer again. Its offset goes on. */
function takeBytes(bytes: ByteWriter): Uint8Array {
  const taken = bytes.getBytes().slice()
  bytes.index = 0
  return taken
}
