import { addOrganizationColumn, type Migration } from './migration.ts'

/**
 * Connections that were disconnected, or connected again, and whose findings do not all say so yet. They follow in pieces, so that nobody
 * waits for the findings of many years.
 */
export const relistedConnections: Migration = {
  version: 55,
  name: 'relisted-connections',
  async up({ schema }) {
    await addOrganizationColumn(
      schema
        .createTable('relisted_connections')
        .addColumn('connection_id', 'text', (column) =>
          column.primaryKey().references('connections.id').onDelete('cascade'),
        ),
    ).execute()
    await schema
      .createIndex('relisted_connections_of_organization')
      .on('relisted_connections')
      .columns(['organization_id', 'connection_id'])
      .execute()
    // Whoever deletes a connection, or hides its inventories, would read those of all connections.
    await schema.createIndex('inventories_of_connection').on('inventories').columns(['connection_id', 'id']).execute()
  },
}
