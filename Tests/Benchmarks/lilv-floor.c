// What every lilv host pays at its start: all bundles, then name, class, author and ports of each plugin.
#include <lilv/lilv.h>

int main(void) {
  LilvWorld *world = lilv_world_new();
  lilv_world_load_all(world);
  const LilvPlugins *plugins = lilv_world_get_all_plugins(world);
  LILV_FOREACH(plugins, position, plugins) {
    const LilvPlugin *plugin = lilv_plugins_get(plugins, position);
    lilv_node_free(lilv_plugin_get_name(plugin));
    lilv_plugin_get_class(plugin);
    lilv_node_free(lilv_plugin_get_author_name(plugin));
    lilv_plugin_get_num_ports(plugin);
    lilv_nodes_free(lilv_plugin_get_required_features(plugin));
  }
  lilv_world_free(world);
}
