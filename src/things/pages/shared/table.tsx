import type { Child } from 'hono/jsx'

/** A column: the label of its head, and what it shows of a row. A label that is no text is of the head alone. */
export type TableColumn<Row> = readonly [label: Child, show: (row: Row) => Child]

interface TableProps<Row> {
  readonly rows: readonly Row[]
  /** The first one names its rows. */
  readonly columns: readonly TableColumn<Row>[]
}

/** A row for each item. Where it is narrow, a cell is shown with the label of its column. */
export function Table<Row>({ rows, columns }: TableProps<Row>) {
  const [[, showFirst] = ['', () => ''], ...others] = columns
  return (
    <table class="table">
      <thead>
        <tr>
          {columns.map(([label]) => (
            <th scope="col">{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            <th scope="row">{showFirst(row)}</th>
            {others.map(([label, show]) => (
              <td data-label={typeof label === 'string' ? label : undefined}>{show(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
