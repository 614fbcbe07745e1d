import { ports, remotes } from './ports.js'

/**
 * Serves the gateway's /config.json in dev, with the entries of the edited remotes (MCWICK_DEV, by default all) replaced by
 * their dev servers.
 */
export function devRemotes(gateway) {
  const edited = process.env.MCWICK_DEV?.split(' ') ?? remotes
  return {
    name: 'dev-remotes',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/config.json', async (_request, response) => {
        try {
          const config = await (await fetch(`${gateway}/config.json`)).json()
          config.remotes = config.remotes.map((remote) =>
            edited.includes(remote.name)
              ? { ...remote, entry: `http://localhost:${ports[remote.name]}/remoteEntry.js` }
              : remote,
          )
          response.setHeader('content-type', 'application/json')
          response.end(JSON.stringify(config))
        } catch (error) {
          response.statusCode = 502
          response.end(`no gateway at ${gateway}: ${error.message}`)
        }
      })
    },
  }
}
