import {
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  SingleConnectionProvider,
} from 'kysely'

/**
 * Sends statements of one transaction that are asked for together (`send-together.ts`) one behind the other, without waiting for
 * each answer. The database executes them in the order in which they were asked for.
 */
export class PipeliningExecutor extends DefaultQueryExecutor {
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    // Kysely gives a transaction one that lets the next statement go when the answer to the last one is there.
    return super.withConnectionProvider(
      provider instanceof SingleConnectionProvider ? new SharedConnection(provider) : provider,
    )
  }
}

class SharedConnection implements ConnectionProvider {
  readonly #provider: ConnectionProvider
  #connection: DatabaseConnection | undefined

  constructor(provider: ConnectionProvider) {
    this.#provider = provider
  }

  provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#connection) return consumer(this.#connection)
    return this.#provider.provideConnection((connection) => {
      this.#connection = connection
      return consumer(connection)
    })
  }
}
