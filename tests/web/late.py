"""A slow way to a server: all that it says arrives so many seconds late; what is said to it, at once.

`late.py PORT SECONDS` says its own port, and ends when its stdin does.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio import StreamReader, StreamWriter


async def there(browser: StreamReader, server: StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await browser.read(1 << 16):
            server.write(data)
            await server.drain()
    server.close()


async def hear(server: StreamReader, heard: asyncio.Queue[tuple[float, bytes]]) -> None:
    """Note what is said, and when; nothing at all is the end."""
    while True:
        data = b""
        with contextlib.suppress(OSError):
            data = await server.read(1 << 16)
        heard.put_nowait((asyncio.get_running_loop().time(), data))
        if not data:
            return


async def back(heard: asyncio.Queue[tuple[float, bytes]], browser: StreamWriter, late: float) -> None:
    while True:
        said, data = await heard.get()
        await asyncio.sleep(said + late - asyncio.get_running_loop().time())
        if not data:
            break
        with contextlib.suppress(OSError):  # nobody listens any more
            browser.write(data)
            await browser.drain()
    browser.close()


async def main(port: int, late: float) -> None:
    async def joined(reader: StreamReader, writer: StreamWriter) -> None:
        try:
            server, to_server = await asyncio.open_connection("127.0.0.1", port)
        except OSError:  # there is no server now: that, too, is heard late
            await asyncio.sleep(late)
            writer.close()
            return
        heard: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        await asyncio.gather(there(reader, to_server), hear(server, heard), back(heard, writer, late))

    way = await asyncio.start_server(joined, "127.0.0.1", 0)
    print(way.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)
    os._exit(0)  # what is still on its way is for nobody


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2])))
