# Freeor in one image: `docker build -t freeor .`, then `docker run -p 3000:3000 -p 3001:3001 -v freeor:/data freeor`.
FROM node:24-bookworm-slim AS build
WORKDIR /opt/freeor
COPY . .
# The builds need what only development has; the image does not.
RUN node scripts/build.mjs && npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/.cache

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    UV_THREADPOOL_SIZE=8 \
    FREEOR_DATA=/data \
    FREEOR_HOST=0.0.0.0 \
    HEALTH_PORT=3002 \
    LOG_TO=stdout
WORKDIR /opt/freeor
COPY --from=build /opt/freeor ./
# The built-in PostgreSQL refuses to run as root.
RUN mkdir /data && chown node:node /data && chmod 0700 /data
USER node
VOLUME /data
EXPOSE 3000 3001
# The first start makes the databases.
HEALTHCHECK --interval=15s --timeout=5s --start-period=180s --retries=4 \
    CMD ["node", "scripts/health.mjs"]
CMD ["node", "--enable-source-maps", "apps/server/build/main.mjs", "serve"]
