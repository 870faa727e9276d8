"""A number of nodes -> a Ray cluster; a line of its input kills or adds a node; the input's end stops the cluster."""

from __future__ import annotations

import sys


def main(nodes: int) -> None:
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    workers = [cluster.add_node(num_cpus=1, wait=False) for _ in range(nodes - 1)]
    cluster.wait_for_nodes()
    print(f"nodes: {cluster.address}", flush=True)
    for line in sys.stdin:
        if line.strip() == "add":
            cluster.add_node(num_cpus=1)
            print("nodes: added", flush=True)
            continue
        cluster.remove_node(workers.pop(), allow_graceful=False)
        print("nodes: killed", flush=True)
    cluster.shutdown()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main(int(sys.argv[1]))
