// boardgame.io's server with its usual transport and its storage in memory. Argument: the port.
'use strict';

const { Server, Origins } = require('boardgame.io/server');
const { CrazyEights } = require('./game.cjs');

const port = Number(process.argv[2]);
const server = Server({ games: [CrazyEights], origins: [Origins.LOCALHOST] });
// `port` goes to Node's listen() as it is; a number would listen on every interface.
server.run({ port: { host: '127.0.0.1', port } }, () => console.log(`ready on port ${port}`));
