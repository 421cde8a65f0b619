# Written by `npm run manifests`; do not edit.
# Serves over HTTP to those who have a token; docs/guide/operating.md says how to make one and how to run this.
FROM node:22-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm run packages -- --to /tarballs --platform "linux-$(node -p process.arch)"
WORKDIR /app
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund /tarballs/*.tgz

FROM node:22-bookworm-slim
LABEL org.opencontainers.image.title="remanence" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.description="Long-term memory for coding agents: one embedded engine, served over MCP." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.authors="The Remanence authors"
COPY --from=build /app /app
# Everything that is written goes to /data: the rest may be read-only.
RUN mkdir /data && chown node:node /data && chmod 700 /data
ENV NODE_ENV=production REMANENCE_DATA_DIR=/data REMANENCE_HOST=0.0.0.0
USER node
WORKDIR /data
VOLUME /data
EXPOSE 7437
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9090/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/remanence/dist/main.js"]
CMD ["serve"]
