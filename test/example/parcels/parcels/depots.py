"""The depots that parcels pass through."""


class DepotStore:
    def __init__(self, pool):
        self.pool = pool

    def get(self, depot_id):
        return self.pool.one("SELECT * FROM depots WHERE id = %s", depot_id)

    def listAll(self):
        return self.pool.all("SELECT * FROM depots")
